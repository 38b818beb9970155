/** Who the reader is: a guest, somebody who signed in, and that guest again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, disown, forget, guestWaits, identity, signIn, token } from '../src/lib/api';

type Asked = { path: string; bearer: string | null };
let asked: Asked[];
let answers: { status: number; body: unknown }[];

beforeEach(() => {
  localStorage.clear();
  [asked, answers] = [[], []];
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, bearer: headers.Authorization ?? null });
    const { status, body } = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const signedIn = (kept: boolean) => ({ status: 201, body: { token: 'account', id: 'a', name: 'Hani', kept } });

test('who signs in names the token before, and is who the new one says', async () => {
  localStorage.setItem('basra.token', 'guest');
  answers = [signedIn(false)];
  await signIn('/api/sessions', { name: 'Hani', password: 'open sesame' });
  expect(asked).toEqual([{ path: '/api/sessions', bearer: 'Bearer guest' }]);
  expect([token(), guestWaits()]).toEqual(['account', false]);
  forget();
  expect(token()).toBeNull();
});

test('a guest who has played waits until one signs out', async () => {
  localStorage.setItem('basra.token', 'guest');
  answers = [signedIn(true)];
  await signIn('/api/sessions', {});
  expect([token(), guestWaits()]).toEqual(['account', true]);
  forget();
  expect([token(), guestWaits()]).toEqual(['guest', false]);
});

test('who could not sign in is who they were', async () => {
  localStorage.setItem('basra.token', 'guest');
  answers = [{ status: 422, body: { key: 'error.people.proof', facts: {} } }];
  await expect(signIn('/api/sessions', {})).rejects.toThrow('error.people.proof');
  expect([token(), guestWaits()]).toEqual(['guest', false]);
});

test('a session that ended elsewhere leads back to the guest before', async () => {
  localStorage.setItem('basra.token', 'account');
  localStorage.setItem('basra.guest', 'guest');
  answers = [{ status: 401, body: {} }, { status: 200, body: { id: 'g', name: 'Guest' } }];
  await ask('GET', '/api/me');
  expect(asked.map((one) => one.bearer)).toEqual(['Bearer account', 'Bearer guest']);
});

test.each([['a guest waits', 'guest'], ['nobody waits', null]])('what was meant as somebody else is not done where %s', async (_, waits) => {
  localStorage.setItem('basra.token', 'account');
  if (waits) localStorage.setItem('basra.guest', waits);
  answers = [{ status: 401, body: {} }];
  await expect(ask('POST', '/api/account/deletion', { password: null })).rejects.toMatchObject({ key: 'web.signedout', status: 401 });
  expect(asked).toEqual([{ path: '/api/account/deletion', bearer: 'Bearer account' }]);
  expect(token()).toBe(waits);
});

test('whom the server has forgotten goes on as a new guest, without loading the page again', async () => {
  localStorage.setItem('basra.token', 'old');
  const guest = { status: 201, body: { token: 'new', id: 'n', name: 'Guest' } };
  const told = { status: 200, body: {} };
  answers = [{ status: 401, body: {} }, guest, told, told];
  await ask('GET', '/api/marks');
  await ask('POST', '/api/tables', {});
  expect(asked.map((one) => one.bearer)).toEqual(['Bearer old', null, 'Bearer new', 'Bearer new']);
});

test.each([['basra.token', 1], [null, 1], ['basra.settings', 0]])('a change of %s in another tab makes %i change of the reader', (key, times) => {
  const changed = vi.fn();
  identity.addEventListener('change', changed);
  dispatchEvent(new StorageEvent('storage', { key }));
  expect(changed).toHaveBeenCalledTimes(times);
  identity.removeEventListener('change', changed);
});

test('a token is disowned only while it is the own one', () => {
  localStorage.setItem('basra.token', 'new');
  const changed = vi.fn();
  identity.addEventListener('change', changed);
  disown('old');
  expect([token(), changed.mock.calls.length]).toEqual(['new', 0]);
  disown('new');
  expect([token(), changed.mock.calls.length]).toEqual([null, 1]);
  identity.removeEventListener('change', changed);
});
