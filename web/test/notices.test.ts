/** Notices: what is new is read out once, what is seen anyway is not, and names keep their direction. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Notice } from '../src/lib/messages';
import { change } from '../src/lib/settings.svelte';
import { language } from '../src/lib/words.svelte';

const calls: { method: string; path: string; body: unknown }[] = [];
vi.stubGlobal('fetch', (path: string, init: { method: string; body: string | null }) => {
  calls.push({ method: init.method, path, body: init.body === null ? null : JSON.parse(init.body) });
  return Promise.resolve(new Response('{"done":true}'));
});
const shown: string[] = [];
class FakeNotification {
  static permission = 'granted';
  static requestPermission = () => Promise.resolve(FakeNotification.permission);
  constructor(text: string) {
    shown.push(text);
  }
}
vi.stubGlobal('Notification', FakeNotification);
const { askOutside, isShown, notices, told, when } = await import('../src/lib/notices.svelte');

const words = {
  'web.notice.opened': '{name} opened {variant}',
  'web.notice.round': '{name}: round {round}',
  'web.notice.review': 'The review is ready',
  'variant.egyptian.title': 'Egypt',
};
const opened: Notice = { kind: 'opened', about: 'u1', at: 10, path: '/t/t1', facts: { name: 'هاني', variant: 'egyptian' }, read: false };
const round: Notice = { kind: 'round', about: 't2', at: 20, path: '/t/t2', facts: { name: 'Friday', round: 2 }, read: false };
const review: Notice = { kind: 'review', about: 'r1', at: 30, path: '/t/t3/1?review=quick', facts: {}, read: false };
let hidden = false;
Object.defineProperty(document, 'hidden', { get: () => hidden });

beforeEach(() => {
  Object.assign(language, { code: 'en', digits: 'latn', catalogues: { en: { language: 'en', rtl: false, digits: 'latn', words } } });
  notices.forget();
  calls.length = shown.length = 0;
  hidden = false;
  localStorage.setItem('basra.token', 'secret');
  history.replaceState(null, '', '/');
});

/** Let what was begun be done. */
const later = () => new Promise((go) => setTimeout(go));

test('a notice is a sentence whose names keep their direction', () => {
  expect([told(opened), told(round), told(review)]).toEqual(['\u2068هاني\u2069 opened Egypt', '\u2068Friday\u2069: round 2', 'The review is ready']);
});

test('a notice says its hour, and its date once the day of the week says too little', () => {
  const day = 24 * 3_600_000;
  const now = Date.UTC(2026, 6, 20, 12);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const [fresh, old] = [5, 29].map((days) => when({ ...round, at: now - days * day }));
  vi.useRealTimers();
  expect([/Wed/.test(fresh!), /15/.test(fresh!)]).toEqual([true, false]);
  expect(old).toMatch(/Sun, Jun 21/);
});

test('what was there at first is counted and not read out; what comes is, once', () => {
  notices.hear([opened]);
  expect([notices.unread, notices.said]).toEqual([1, '']);
  notices.hear([round, opened]);
  expect([notices.unread, notices.said]).toEqual([2, told(round)]);
  notices.said = '';
  notices.hear([{ ...round, read: true }, opened]);
  expect([notices.unread, notices.said]).toEqual([1, '']);
  notices.hear([{ ...opened, at: 11 }, round]);
  expect(notices.said).toBe(told(opened));
});

test('what the page in view shows is not read out, and is forgotten', async () => {
  notices.hear([]);
  history.replaceState(null, '', '/t/t3/1');
  notices.hear([review]);
  expect(notices.said).toBe('');
  notices.see('/t/t3/1');
  await later();
  expect([notices.all, calls]).toEqual([[], [{ method: 'DELETE', path: '/api/notices/review/r1', body: null }]]);
  expect([isShown(review, '/t/t3'), isShown(review, '/t/t3/1')]).toEqual([false, true]);
});

test('all are read up to the newest that was seen, and nothing is asked where all are', async () => {
  notices.hear([round, opened]);
  await notices.readAll();
  expect([notices.unread, calls]).toEqual([0, [{ method: 'POST', path: '/api/notices/read', body: { until: 20 } }]]);
  await notices.readAll();
  expect(calls.length).toBe(1);
});

test.each([
  [false, true, 'granted', 0],
  [true, false, 'granted', 0],
  [true, true, 'denied', 0],
  [true, true, 'granted', 1],
])('the browser shows it only if wanted (%s), unseen (%s) and allowed (%s)', async (outside, unseen, permission, expected) => {
  change({ outside });
  FakeNotification.permission = permission;
  hidden = unseen;
  notices.hear([]);
  notices.hear([round]);
  await later();
  expect(shown).toEqual(Array(expected).fill(told(round)));
  expect(await askOutside()).toBe(permission === 'granted');
});
