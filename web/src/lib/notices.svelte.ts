/** Notices: what happened elsewhere, which of it is new, and how it is told. */
import { ask } from './api';
import type { Notice } from './messages';
import { settings } from './settings.svelte';
import { isolated, say, time } from './words.svelte';

/** So many new ones are read out at a time. */
const ALOUD = 3;
/** What was read out is taken away, so that the same words can be read out again. */
const FADES = 10_000;
/** So long a day of the week says which day it was. */
const WEEKDAYS = 6 * 24 * 3_600_000;

/** Return what tells a notice from all others, and from an older one about the same. */
export function keyOf(one: Notice): string {
  return `${one.kind} ${one.about} ${one.at}`;
}

/** Return a notice as a sentence. */
export function told(one: Notice): string {
  const { name = '', variant, ...facts } = one.facts;
  return say(`web.notice.${one.kind}`, {
    ...facts,
    name: isolated(String(name)),
    ...(variant === undefined ? {} : { variant: say(`variant.${variant}.title`) }),
  });
}

const HOUR = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
const DAY = { ...HOUR, day: 'numeric', month: 'short' } as const;

/** Return when a notice came; its day of the week is enough until that comes again. */
export function when({ at }: Notice): string {
  return time(at, Date.now() - at < WEEKDAYS ? HOUR : DAY);
}

/** Whether a page shows what a notice leads to. */
export function isShown(one: Notice, path: string): boolean {
  return one.path.split('?')[0] === path;
}

class Kept {
  all = $state.raw<Notice[]>([]);
  /** The newest as sentences, for who cannot see them come. */
  said = $state('');
  /** Whether the list has come. */
  heard = $state(false);
  #known = new Set<string>();
  #fading: ReturnType<typeof setTimeout> | undefined;

  get unread(): number {
    return this.all.filter((one) => !one.read).length;
  }

  /** Take the whole list; what was not in the one before is new, unless that was the first. */
  hear(all: Notice[]): void {
    const [known, isFirst] = [this.#known, !this.heard];
    this.#known = new Set(all.map(keyOf));
    this.all = all;
    this.heard = true;
    if (isFirst) return;
    const fresh = all.filter((one) => !one.read && !known.has(keyOf(one)) && !this.#isInView(one));
    if (fresh.length) this.#say(fresh.slice(0, ALOUD).map(told).join(' '));
    for (const one of fresh) void showOutside(one);
  }

  forget(): void {
    this.all = [];
    this.heard = false;
    this.said = '';
  }

  /** Forget what the page in view shows anyway. */
  see(path: string): void {
    for (const one of this.all) if (isShown(one, path)) void this.drop(one);
  }

  async drop(one: Notice): Promise<void> {
    this.all = this.all.filter((other) => other !== one);
    await ask('DELETE', `/api/notices/${one.kind}/${encodeURIComponent(one.about)}`).catch(() => undefined);
  }

  /** Note that the reader has seen all that is there. */
  async readAll(): Promise<void> {
    if (!this.unread) return;
    const until = Math.max(...this.all.map((one) => one.at));
    this.all = this.all.map((one) => ({ ...one, read: true }));
    await ask('POST', '/api/notices/read', { until }).catch(() => undefined);
  }

  #say(text: string): void {
    this.said = text;
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => (this.said = ''), FADES);
  }

  #isInView(one: Notice): boolean {
    return !document.hidden && isShown(one, location.pathname);
  }
}

export const notices = new Kept();

/** Whether the browser can show notices of its own. */
export const hasOutside = typeof Notification !== 'undefined';

/** Ask the browser whether it may show notices, and return what it says. */
export async function askOutside(): Promise<boolean> {
  return hasOutside && (await Notification.requestPermission()) === 'granted';
}

/** Let the browser show a notice, where the reader wants that and does not see the page. */
async function showOutside(one: Notice): Promise<void> {
  if (!settings.outside || !document.hidden || !hasOutside || Notification.permission !== 'granted') return;
  const options: NotificationOptions = {
    tag: `${one.kind} ${one.about}`,
    lang: document.documentElement.lang,
    dir: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
    icon: '/icon-192.png',
    data: one.path,
  };
  try {
    // Phones let the worker show it, and nobody else.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification(told(one), options);
    else {
      const shown = new Notification(told(one), options);
      shown.onclick = () => {
        window.focus();
        location.assign(one.path);
      };
    }
  } catch {
    // A browser that promised it may still refuse; the notice is in the list.
  }
}
