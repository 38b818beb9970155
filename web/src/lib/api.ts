/** The server over HTTP: typed calls, a guest made at need, errors as keys and facts. */
import type { SignedIn } from './messages';
import { online } from './online.svelte';
import { number, say, type Facts, type Said } from './words.svelte';

export type Guest = { id: string; name: string };
export type Spread = { seats: number; sides: number; rules: string };
/** A regional game; title, region and note are keys. */
export type Variant = {
  key: string;
  title: string;
  region: string;
  note: string;
  rules: string;
  seats: Spread[];
};
/** A house rule; label and words are keys, an empty word stands for the number itself. */
export type House = {
  name: string;
  kind: 'flag' | 'number' | 'choice';
  value: number;
  usual: number;
  values: number[];
  texts: string[];
  label: string;
  words: string[];
};
/** A level of a computer player; about is a key. */
export type Level = { level: string; about: string; searches: boolean };
export type RulesTold = { title: string; sections: { title: string; sentences: string[] }[] };

const TOKEN = 'basra.token';
/** The token of a guest who has played, while one is signed in. */
const BEFORE = 'basra.guest';

/** Says `change` when the reader is somebody else than before. */
export const identity = new EventTarget();

// Another tab may have signed in or out, or removed all that was kept.
addEventListener('storage', ({ key }) => {
  if (key === TOKEN || key === null) identity.dispatchEvent(new Event('change'));
});

/** Keep the token of the reader, or none. */
function keepToken(token: string | null): void {
  if (token === null) localStorage.removeItem(TOKEN);
  else localStorage.setItem(TOKEN, token);
  identity.dispatchEvent(new Event('change'));
}

/** What went wrong, to be said with `say(error.key, error.facts)`. */
export class Refusal extends Error {
  constructor(
    readonly key: string,
    readonly facts: Facts = {},
    readonly status = 0,
  ) {
    super(key);
  }
}

/** Return what to say about anything that was thrown. */
export function sayable(error: unknown): Said {
  return error instanceof Refusal
    ? { key: error.key, facts: error.facts }
    : { key: 'web.error.unknown', facts: {} };
}

/** The token of the guest, if there is one already. */
export function token(): string | null {
  return localStorage.getItem(TOKEN);
}

/** Be who a token opens for from now on. */
export function setToken(token: string): void {
  keepToken(token);
}

let making: Promise<string> | null = null;

/** Return the token of the guest, who is made if there is none. */
export async function guestToken(): Promise<string> {
  const kept = token();
  if (kept) return kept;
  const name = say('web.guest', { number: number(1 + Math.floor(Math.random() * 999)) });
  making ??= call<Guest & { token: string }>('POST', '/api/guests', { name })
    .then((guest) => {
      keepToken(guest.token);
      return guest.token;
    })
    .finally(() => (making = null));
  return making;
}

/** Forget who one was; who was a guest before signing in is that guest again. */
export function forget(): void {
  const before = localStorage.getItem(BEFORE);
  localStorage.removeItem(BEFORE);
  keepToken(before);
}

/** Forget a token that opens nothing, unless another one has taken its place. */
export function disown(used: string): void {
  if (token() === used) forget();
}

/** Whether a guest who has played waits in this browser. */
export function guestWaits(): boolean {
  return localStorage.getItem(BEFORE) !== null;
}

/** Sign in. The token before ends; only that of a guest who has played is kept. Throws a Refusal. */
export async function signIn(path: string, proof: unknown): Promise<void> {
  const before = token();
  const found = await call<SignedIn>('POST', path, proof, before ?? undefined);
  if (before && found.kept) localStorage.setItem(BEFORE, before);
  keepToken(found.token);
}

/** Read what anybody may read. Throws a Refusal. */
export function get<T>(path: string): Promise<T> {
  return call<T>('GET', path);
}

/** Ask what anybody may ask. Throws a Refusal. */
export function post<T>(path: string, body?: unknown): Promise<T> {
  return call<T>('POST', path, body);
}

/**
 * Ask as the reader. Whom the server no longer knows is a guest from now on, and reads as that one; what
 * was to be changed was meant as who one was before, and is left as it is. Throws a Refusal.
 */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  try {
    return await call<T>(method, path, body, await guestToken());
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    forget();
    if (method !== 'GET') throw new Refusal('web.signedout', {}, error.status);
    return call<T>(method, path, body, await guestToken());
  }
}

async function call<T>(method: string, path: string, body?: unknown, bearer?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    online.lost();
    throw new Refusal('web.error.offline');
  }
  // The service worker marks what it kept from better days.
  if (answer.headers.has('x-basra-kept')) online.lost();
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return said as T;
  const { key, facts } = (said ?? {}) as Partial<Said>;
  throw new Refusal(key ?? 'web.error.server', facts ?? { status: answer.status }, answer.status);
}
