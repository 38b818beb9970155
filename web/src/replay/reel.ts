/** A match that is over as a file for a socket: moments to step through, seen with one seat's eyes or all. */
import { fold } from '../lib/fold';
import type { Picture, ReplayTold, Seen } from '../lib/messages';
import type { Answer, Listener, Source, Wish } from '../lib/socket';

/** Whose cards are seen: those of a seat, or all. */
export type Eyes = number | null;
/** Something to stop at; `play` and `packet` count within the deal, from 1. */
export type Moment = { at: number; deal: number; packet: number; play: number; event: Stop };
export type Stop = Extract<Seen, { k: 'dealt' | 'played' | 'packet' | 'scored' | 'ended' }>;

const STOPS = new Set<string | undefined>(['dealt', 'played', 'packet', 'scored', 'ended']);

/** An event as a seat saw it: the hands of the others and the bottom card are hidden. */
export function seenBy(event: Seen, eyes: Eyes): Seen {
  if (eyes === null || (event.k !== 'dealt' && event.k !== 'packet')) return event;
  const hands = event.hands.map((hand, seat) => (seat === eyes ? hand : []));
  if (event.k === 'packet') return { ...event, hands };
  return { ...event, hands, bottom: event.dealer === eyes ? event.bottom : null };
}

function momentsOf(events: readonly Seen[]): Moment[] {
  const found: Moment[] = [];
  let [deal, packet, play] = [0, 0, 0];
  events.forEach((event, at) => {
    if (event.k === 'dealt') [deal, packet, play] = [event.deal, 1, 0];
    if (event.k === 'packet') packet = event.packet;
    if (event.k === 'played') play += 1;
    if (STOPS.has(event.k)) found.push({ at, deal, packet, play, event: event as Stop });
  });
  return found;
}

export class Reel {
  readonly moments: readonly Moment[];
  readonly first: Picture;
  readonly #events: readonly Seen[];

  constructor(told: Pick<ReplayTold, 'first' | 'events'>) {
    this.first = told.first;
    this.#events = told.events;
    this.moments = momentsOf(told.events);
  }

  get last(): number {
    return Math.max(0, this.moments.length - 1);
  }

  /** The number of the moment that a version belongs to: the last one that is not after it. */
  find(v: number): number {
    const after = this.moments.findIndex((moment) => moment.event.v > v);
    return after < 0 ? this.last : Math.max(0, after - 1);
  }

  /** The number of the moment after so many plays of a deal. */
  after(deal: number, play: number): number {
    const at = this.moments.findIndex((one) => one.deal === deal && one.play === play);
    return at < 0 ? 0 : at;
  }

  /** The number of the first moment of the next deal, or of this one and the one before. */
  neighbour(from: number, step: 1 | -1): number {
    const starts = this.moments.flatMap((one, at) => (one.event.k === 'dealt' ? [at] : []));
    if (step > 0) return starts.find((at) => at > from) ?? this.last;
    return starts.reverse().find((at) => at < from) ?? 0;
  }

  picture(number: number, eyes: Eyes): Picture {
    const end = this.moments[number]?.at ?? -1;
    return this.#seen(0, end, eyes).reduce((picture, event) => fold(picture, event, eyes), this.first);
  }

  /** What happens from a moment to the next one. */
  step(number: number, eyes: Eyes): Seen[] {
    return this.#seen((this.moments[number - 1]?.at ?? -1) + 1, this.moments[number]?.at ?? -1, eyes);
  }

  #seen(from: number, to: number, eyes: Eyes): Seen[] {
    return this.#events.slice(from, to + 1).map((event) => seenBy(event, eyes));
  }
}

/** Plays a reel to a table: the next moment as events, any other as a fresh picture. */
export class ReelSource implements Source {
  #number: number;
  #eyes: Eyes;

  constructor(
    private readonly reel: Reel,
    private readonly listener: Listener,
    number = 0,
    eyes: Eyes = null,
  ) {
    this.#number = number;
    this.#eyes = eyes;
  }

  open(): void {
    this.listener.line('online');
    this.#welcome();
  }

  close(): void {}

  go(number: number, eyes: Eyes): void {
    const next = number === this.#number + 1 && eyes === this.#eyes;
    if (number === this.#number && eyes === this.#eyes) return;
    this.#number = number;
    this.#eyes = eyes;
    if (!next) return this.#welcome();
    const events = this.reel.step(number, eyes);
    this.listener.heard({ t: 'events', events, now: Date.now(), offers: [] });
  }

  /** A file can be read again and does nothing else. */
  ask(wish: Wish): Promise<Answer> {
    if (wish.t === 'sync') this.#welcome();
    const v = this.reel.moments[this.#number]?.event.v ?? 0;
    return Promise.resolve({ done: true, v });
  }

  #welcome(): void {
    const picture = this.reel.picture(this.#number, this.#eyes);
    const present = picture.occupants.map(() => true);
    this.listener.heard({ t: 'welcome', you: null, seat: this.#eyes, now: Date.now(), picture, offers: [], present, watching: 0 });
  }
}
