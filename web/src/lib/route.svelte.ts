/** The route: which page is shown, by the History API. */
import { tick } from 'svelte';

class Route {
  path = $state(location.pathname);
  /** What the page is called, where it has a name of its own. */
  name = $state('');
  /** Whether this is another page than the first one. */
  moved = false;

  /** Show the page of the address. */
  follow(): void {
    if (this.path === location.pathname) return;
    this.moved = true;
    this.name = '';
    this.path = location.pathname;
  }
}

/** The page in view; read `path` in a component and it follows. */
export const route = new Route();

/** Show another page. */
export function go(path: string): void {
  history.pushState(null, '', path);
  route.follow();
  scrollTo(0, 0);
}

/** The steps of a path as they are read; one that is wrongly written stays as it is. */
export function stepsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map((step) => {
    try {
      return decodeURIComponent(step);
    } catch {
      return step;
    }
  });
}

/** Attached to a page: it has the focus once it is gone to, so that it is read, and keys begin there. */
export function landing(page: HTMLElement): void {
  // The path is read so that this happens again where the next page is shown in the same element.
  if (!route.path || !route.moved) return;
  // A dialog that led here closes first, and gives the focus back to what opened it.
  void tick().then(() => {
    page.tabIndex = -1;
    page.focus({ preventScroll: true });
    // Who touches the page later does not mean the page as a whole.
    page.addEventListener('blur', () => page.removeAttribute('tabindex'), { once: true });
  });
}

/** Follow the back button, and links of the page without loading it anew. */
export function startRoute(): void {
  addEventListener('popstate', () => route.follow());
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/classic/')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
