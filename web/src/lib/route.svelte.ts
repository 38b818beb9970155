/** The route: which page is shown, by the History API. */

class Route {
  path = $state(location.pathname);
}

/** The page in view; read `path` in a component and it follows. */
export const route = new Route();

/** Show another page. */
export function go(path: string): void {
  history.pushState(null, '', path);
  route.path = location.pathname;
  scrollTo(0, 0);
}

/** Follow the back button, and links of the page without loading it anew. */
export function startRoute(): void {
  addEventListener('popstate', () => (route.path = location.pathname));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/classic/')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
