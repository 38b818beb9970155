/** Pages as they are mounted: whose they are, boxes that show what is kept, errors that pass. */
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { default: Account } = await import('../src/pages/Account.svelte');
const { default: Ranks } = await import('../src/pages/Ranks.svelte');
const { default: Settings } = await import('../src/lib/Settings.svelte');
const { language } = await import('../src/lib/words.svelte');

type Answer = { status?: number; body: unknown };
let answers: Record<string, (bearer: string | null) => Answer>;
let asked: string[];
let shown: Record<string, unknown> | null = null;

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '';
  [answers, asked] = [{}, []];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) => {
    const bearer = headers.Authorization?.replace('Bearer ', '') ?? null;
    asked.push(`${method} ${path} ${bearer}`);
    const { status = 200, body } = answers[`${method} ${path}`]?.(bearer) ?? { body: [] };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  language.known = [{ code: 'en', name: 'English', rtl: false }, { code: 'el', name: 'Ελληνικά', rtl: false }];
  language.catalogues = { en: { language: 'en', rtl: false, digits: 'latn', words: {} } };
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
});

function show(page: Component<any>, props: Record<string, unknown> = {}): Promise<void> {
  shown = mount(page, { target: document.body, props });
  return settle();
}

/** Let what was asked be answered and shown. */
async function settle(): Promise<void> {
  flushSync();
  await new Promise((go) => setTimeout(go, 5));
  flushSync();
}

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const offline = { status: 503, body: { key: 'web.error.offline' } };
const STRANGER = { status: 401, body: { key: 'error.server.token' } };

function choose(box: HTMLInputElement | HTMLSelectElement, value?: string): Promise<void> {
  if (value === undefined) box.click();
  else {
    box.value = value;
    box.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return settle();
}

function accounts(ended: () => boolean): void {
  localStorage.setItem('basra.token', 'karima');
  localStorage.setItem('basra.guest', 'guest');
  const more = { passkeys: [], sessions: [], codes: 0, password: false, moderator: false };
  answers['GET /api/account'] = (bearer) =>
    bearer === 'guest' ? { body: { id: 'g', name: 'Guest', claimed: false, ...more } }
    : ended() ? STRANGER
    : { body: { id: 'k', name: 'Karima', claimed: true, ...more } };
  answers['POST /api/account/deletion'] = () => (ended() ? STRANGER : { body: {} });
}

test('who was signed out elsewhere deletes nobody, and sees who they are now', async () => {
  let ended = false;
  accounts(() => ended);
  await show(Account);
  expect(find('h2').textContent).toBe('Karima');
  ended = true;
  await choose(find('details button'));
  expect(asked.filter((one) => one.includes('deletion'))).toEqual(['POST /api/account/deletion karima']);
  expect(find('[role=alert]').textContent).toBe('web.signedout');
  expect([find('h2'), find('[data-do]')?.textContent]).toEqual([null, 'web.account.claim']);
});

test('the page of the account follows another tab', async () => {
  accounts(() => false);
  await show(Account);
  expect(find('h2').textContent).toBe('Karima');
  localStorage.setItem('basra.token', 'guest');
  dispatchEvent(new StorageEvent('storage', { key: 'basra.token' }));
  flushSync();
  expect(find('details')).toBeNull(); // at once: nothing is pressed that was meant for somebody else
  await settle();
  expect(find('[data-do]').textContent).toBe('web.account.claim');
});

test('ratings that could not be read are forgotten with those that can, and the box shows which', async () => {
  const board = (scale: string) => ({ body: { scale, scales: ['egyptian:2:2', 'cypriot:2:2'], lines: [] } });
  let down = true;
  answers['GET /api/ranks?scale='] = () => board('egyptian:2:2');
  answers['GET /api/ranks?scale=cypriot%3A2%3A2'] = () => (down ? offline : board('cypriot:2:2'));
  await show(Ranks);
  await choose(find<HTMLSelectElement>('select'), 'cypriot:2:2');
  expect([find('.wrong').textContent, find<HTMLSelectElement>('select').value]).toEqual(['web.error.offline', 'egyptian:2:2']);
  down = false;
  await choose(find<HTMLSelectElement>('select'), 'cypriot:2:2');
  expect([find('.wrong'), find<HTMLSelectElement>('select').value]).toEqual([null, 'cypriot:2:2']);
});

test('boxes show what is kept, not what could not be', async () => {
  localStorage.setItem('basra.token', 'hani');
  let down = true;
  answers['GET /api/me'] = () => ({ body: { id: 'h', name: 'Hani' } });
  answers['GET /api/me/preferences'] = () => ({ body: { hidden: false, notices: 'all' } });
  answers['PATCH /api/me/preferences'] = () => (down ? offline : { body: { hidden: true, notices: 'none' } });
  answers['GET /api/catalogue/el'] = () => offline;
  await show(Settings, { open: true });
  const hidden = find<HTMLInputElement>('input[type=checkbox]');
  const [all, , none] = document.querySelectorAll<HTMLInputElement>('input[type=radio]');
  await choose(hidden);
  await choose(none!);
  await choose(find<HTMLSelectElement>('select'), 'el');
  expect([hidden.checked, all!.checked, none!.checked, find<HTMLSelectElement>('select').value]).toEqual([false, true, false, 'en']);
  expect(find('.wrong').textContent).toContain('web.error.offline');
  down = false;
  await choose(hidden);
  expect([hidden.checked, all!.checked, none!.checked, find('form .wrong')]).toEqual([true, false, true, null]);
});

test('settings are those of who the reader is now', async () => {
  localStorage.setItem('basra.token', 'karima');
  localStorage.setItem('basra.guest', 'guest');
  let ended = false;
  answers['GET /api/me'] = (bearer) => (bearer === 'guest' ? { body: { name: 'Guest' } } : { body: { name: 'Karima' } });
  answers['GET /api/me/preferences'] = () => ({ body: { hidden: false, notices: 'all' } });
  answers['PATCH /api/me/preferences'] = () => (ended ? STRANGER : { body: {} });
  await show(Settings, { open: true });
  expect(find<HTMLInputElement>('#settings-name').value).toBe('Karima');
  ended = true;
  await choose(find<HTMLInputElement>('input[type=checkbox]'));
  expect(asked.filter((one) => one.startsWith('PATCH'))).toEqual(['PATCH /api/me/preferences karima']);
  expect(find<HTMLInputElement>('#settings-name').value).toBe('Guest');
});
