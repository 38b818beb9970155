/** The line to a table or to the lobby: hello, resume, back-off, signs of life, commands that arrive once. */

import type { AnyCommand, Fact, FromServer, Look } from './messages';

export type Line = 'connecting' | 'online' | 'offline' | 'missing';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
/** A command before it has an id. */
export type Wish = WithoutId<AnyCommand>;
export type Answer = { done: true; v: number } | { done: false; error: Fact };

/** The part of WebSocket that is used; a test gives its own. */
export interface Wire {
  readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code?: number }) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Surroundings {
  connect(url: string): Wire;
  random(): number;
  after(ms: number, what: () => void): () => void;
  id(): string;
}

export interface Listener {
  /** The reader's version, for resume; null if it has no picture. */
  version(): number | null;
  heard(message: FromServer): void;
  line(state: Line): void;
  /** The server does not know a token, or no longer. */
  stranger?(token: string): void;
}

/** Where it is heard what happens, and asked for something: a line to a table, or a file. */
export interface Source {
  open(): void;
  close(): void;
  ask(wish: Wish): Promise<Answer>;
}

const OPEN = 1;
/** A line that has been silent for so long after a ping is taken for dead. */
export const LIVENESS = 9_000;
/** How the server closes the socket of a table that there is not. */
const NO_TABLE = 4404;
/** How it closes the socket of a token that opens nothing, or no longer. */
const NO_TOKEN = 4401;
/** How long another tab may take to be given a new token. */
export const RENEWAL = 2_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/** How long to wait before try number `tries` (from 0): back-off with full jitter. */
export function backOff(tries: number, random: number): number {
  return Math.round(random * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries));
}

type Where = { protocol: string; host: string };

/** The address of a table's socket: as safe as the page itself. */
export function addressOf(page: Where, id: string, v: number | null): string {
  const resume = v === null ? '' : `?v=${v}`;
  return `${socketsOf(page)}/tables/${encodeURIComponent(id)}${resume}`;
}

/** The address of the socket of the lobby. */
export function lobbyAddress(page: Where): string {
  return `${socketsOf(page)}/lobby`;
}

function socketsOf(page: Where): string {
  return `${page.protocol === 'https:' ? 'wss:' : 'ws:'}//${page.host}/ws`;
}

interface Waiting {
  text: string;
  answer: (answer: Answer) => void;
}

export class TableSocket implements Source {
  #wire: Wire | null = null;
  /** Who the reader was when the line was opened. */
  #token: string | null = null;
  #tries = 0;
  #closed = false;
  #welcomed = false;
  #heard = 0;
  #pinged = 0;
  #stopTimer: () => void = () => {};
  #waiting = new Map<string, Waiting>();

  constructor(
    private readonly address: (v: number | null) => string,
    private readonly token: () => string | null,
    private readonly listener: Listener,
    private readonly world: Surroundings = browser,
  ) {}

  /** Connect, unless a line is there or being made. */
  open(): void {
    if (this.#closed || this.#wire) return;
    this.#stopTimer();
    this.listener.line('connecting');
    const token = this.token();
    // What somebody else was shown is not gone on with.
    const version = token === this.#token ? this.listener.version() : null;
    this.#token = token;
    const wire = this.world.connect(this.address(version));
    this.#wire = wire;
    this.#welcomed = false;
    wire.onopen = () => wire.send(JSON.stringify({ t: 'hello', token }));
    wire.onmessage = (event) => this.#hear(wire, event.data);
    wire.onclose = (event) => this.#closedWith(wire, event.code);
    wire.onerror = () => this.#lost(wire);
    // A connection that is neither made nor refused is given up like one that went silent.
    this.#stopTimer = this.world.after(LIVENESS, () => this.#lost(wire));
  }

  /** Leave for good. */
  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Send a command; it is sent again after a break until it is answered. */
  ask(wish: Wish): Promise<Answer> {
    const id = this.world.id();
    const text = JSON.stringify({ ...wish, id });
    return new Promise((answer) => {
      this.#waiting.set(id, { text, answer });
      if (this.#welcomed) this.#send(text);
    });
  }

  /** Send what needs no answer, if there is a line; whoever opens another one says it again. */
  tell(message: Look): void {
    if (this.#welcomed) this.#send(JSON.stringify(message));
  }

  /** Look whether the line still lives: a phone wakes up with sockets that are long dead. */
  probe(): void {
    if (this.#closed) return;
    if (!this.#wire) {
      this.#tries = 0;
      this.open();
    } else if (this.#welcomed) this.#ping(LIVENESS / 3);
  }

  /** The reader may be somebody else now, or nobody any more. */
  renew(): void {
    if (this.#closed || this.token() === this.#token) return;
    this.#drop();
    this.#tries = 0;
    this.open();
  }

  /** The browser says that the network is gone: do not wait for silence. */
  lostNetwork(): void {
    if (this.#wire) this.#lost(this.#wire);
  }

  #hear(wire: Wire, data: string): void {
    if (wire !== this.#wire) return;
    this.#heard += 1;
    const message = JSON.parse(data) as FromServer;
    if ((message.t === 'welcome' || message.t === 'lobby') && !this.#welcomed) {
      this.#welcomed = true;
      this.#tries = 0;
      this.listener.line('online');
      this.listener.heard(message);
      for (const { text } of this.#waiting.values()) this.#send(text);
      this.#live();
      return;
    }
    if (message.t === 'ack') this.#answer(message.id, { done: true, v: message.v });
    if (message.t === 'refused' && message.id) {
      this.#answer(message.id, { done: false, error: message.error });
    }
    this.listener.heard(message);
  }

  #answer(id: string, answer: Answer): void {
    this.#waiting.get(id)?.answer(answer);
    this.#waiting.delete(id);
  }

  #send(text: string): void {
    if (this.#wire?.readyState === OPEN) this.#wire.send(text);
  }

  #live(): void {
    this.#stopTimer();
    this.#stopTimer = this.world.after(LIVENESS, () => this.#ping(LIVENESS));
  }

  #ping(patience: number): void {
    const wire = this.#wire;
    if (!wire) return;
    const before = this.#heard;
    this.#pinged += 1;
    this.#send(JSON.stringify({ t: 'ping', n: this.#pinged }));
    this.#stopTimer();
    this.#stopTimer = this.world.after(patience, () => {
      if (this.#heard > before) this.#live();
      else this.#lost(wire);
    });
  }

  #drop(): void {
    this.#stopTimer();
    const wire = this.#wire;
    this.#wire = null;
    this.#welcomed = false;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null;
    wire.close();
  }

  #closedWith(wire: Wire, code: number | undefined): void {
    if (code === NO_TABLE) this.#missing();
    else if (code === NO_TOKEN) this.#expelled(wire);
    else this.#lost(wire);
  }

  #expelled(wire: Wire): void {
    if (wire !== this.#wire) return;
    const token = this.#token;
    this.#drop();
    this.listener.line('offline');
    this.#stopTimer = this.world.after(RENEWAL, () => {
      if (token !== null && this.token() === token) this.listener.stranger?.(token);
      this.open();
    });
  }

  #missing(): void {
    this.close();
    this.listener.line('missing');
  }

  #lost(wire: Wire): void {
    if (wire !== this.#wire) return;
    this.#drop();
    if (this.#closed) return;
    this.listener.line('offline');
    this.#stopTimer = this.world.after(backOff(this.#tries, this.world.random()), () => this.open());
    this.#tries += 1;
  }
}

const browser: Surroundings = {
  connect: (url) => new WebSocket(url) as unknown as Wire,
  random: () => Math.random(),
  after: (ms, what) => {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
  id: () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, '0')).join(''),
};

/** Probe the line when the page comes back to life; returns how to stop. */
export function watchPage(socket: TableSocket): () => void {
  const shown = () => document.visibilityState === 'visible' && socket.probe();
  const probe = () => socket.probe();
  const lost = () => socket.lostNetwork();
  document.addEventListener('visibilitychange', shown);
  window.addEventListener('pageshow', probe);
  window.addEventListener('online', probe);
  window.addEventListener('offline', lost);
  return () => {
    document.removeEventListener('visibilitychange', shown);
    window.removeEventListener('pageshow', probe);
    window.removeEventListener('online', probe);
    window.removeEventListener('offline', lost);
  };
}
