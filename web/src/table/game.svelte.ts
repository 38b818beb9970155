/** A table as it is shown: what was heard, one thing after another, and what the reader may do. */
import { marks } from '../lib/marks.svelte';
import { disown, identity, token } from '../lib/api';
import { fold, gap, needsPicture, seatAfter, sideOf } from '../lib/fold';
import type { Fact, FromServer, Hinted, Occupant, Offer, Picture, Played, Seen } from '../lib/messages';
import { duration } from '../lib/settings.svelte';
import { addressOf, TableSocket, watchPage, type Line, type Listener, type Source, type Wish } from '../lib/socket';
import { play as sound } from '../lib/sounds';
import { say } from '../lib/words.svelte';
import { holds, offersFor } from './choosing';
import { anchor, setOut } from './flight';
import { occupantName, tellDeal, tellOffer, tellPacket, tellPlay, tellResult, tellSheet, type Telling } from './tell';
import { tellReason } from './why';

/** What is done with what was heard, in order; `seat` is the reader's own after the event. */
type Step = { event: Seen; seat: number | null } | { offers: Offer[] };
/** A card on its way: it lies on what it captures for a moment. */
export type Staged = { card: string; seat: number; captured: string[]; basra: number; swept: boolean };
export type Spoken = { id: number; text: string };
export type Bubble = { id: number; who: Occupant; text: string; chat: boolean };

const KEPT = 40;

/** How long cards that have come rest before anything else is shown; what moves no card takes no time. */
function rest(event: Seen): number {
  switch (event.k) {
    case 'played':
      return event.captured.length > 0 ? 0.9 : 0.4;
    case 'dealt':
    case 'packet':
      return 1.4;
    default:
      return 0;
  }
}

export class Game {
  picture = $state.raw<Picture | null>(null);
  staged = $state.raw<Staged | null>(null);
  offers = $state.raw<Offer[]>([]);
  you = $state.raw<Occupant | null>(null);
  seat = $state<number | null>(null);
  present = $state.raw<boolean[]>([]);
  watching = $state(0);
  line = $state<Line>('connecting');
  selected = $state<string | null>(null);
  sending = $state(false);
  /** Whether cards are on their way. */
  busy = $state(false);
  /** The side that cards on their way to a pile go to. */
  taker = $state<number | null>(null);
  /** Points of a basra, while it is to be felt. */
  flash = $state<number | null>(null);
  notice = $state.raw<Fact | null>(null);
  hint = $state.raw<Hinted | null>(null);
  thinking = $state(false);
  spoken = $state.raw<Spoken[]>([]);
  /** The last play as a sentence to be seen. */
  last = $state('');
  bubbles = $state.raw<Bubble[]>([]);
  chat = $state.raw<Bubble[]>([]);
  /** How much faster than usual things are shown. */
  tempo = 1;
  /** Whether it is played now, and not looked at again. */
  readonly live: boolean;
  /** The server's time less ours. */
  ahead = $state(0);

  #truth: Picture | null = null;
  /** The reader's own seat after all that was heard; `seat` is that of what is shown. */
  #place: number | null = null;
  #queue: Step[] = [];
  /** Whether what was heard is still being shown. */
  #showing = false;
  /** Whether anything has moved since it was said whose turn it is. */
  #moved = false;
  #broken = false;
  #count = 0;
  #fading = 0;
  #cuts = 0;
  #socket: Source;
  #stop: () => void = () => {};

  /** Listen to the table of an id, or to another source such as a file. */
  constructor(from: string | ((listener: Listener) => Source)) {
    const listener: Listener = {
      version: () => (this.#broken ? null : (this.#truth?.v ?? null)),
      heard: (message) => this.#heard(message),
      line: (state) => (this.line = state),
      stranger: disown,
    };
    this.live = typeof from === 'string';
    if (typeof from === 'string') {
      const socket = new TableSocket((v) => addressOf(location, from, v), token, listener);
      const unwatch = watchPage(socket);
      const renew = () => socket.renew();
      identity.addEventListener('change', renew);
      this.#stop = () => {
        unwatch();
        identity.removeEventListener('change', renew);
      };
      this.#socket = socket;
    } else this.#socket = from(listener);
    this.#socket.open();
  }

  leave(): void {
    this.#stop();
    this.#socket.close();
  }

  get telling(): Telling | null {
    // Who looks at a match again is nobody in it.
    const seat = this.live ? this.seat : null;
    return this.picture && { picture: this.picture, seat, before: this.seat };
  }

  /** Whether the reader may play now, and what is shown is what is. */
  get turn(): boolean {
    const deal = this.picture?.deal;
    return (
      this.line === 'online' && !this.busy && !this.sending && this.picture?.phase === 'playing' &&
      this.seat !== null && deal?.turn === this.seat && this.offers.length > 0
    );
  }

  get host(): boolean {
    return this.you !== null && this.picture?.host.id === this.you.id;
  }

  // --- what the reader does ---------------------------------------------------------------------

  /** Touch a card: chosen at first, played if it was chosen and there is one way to. */
  touch(card: string, atOnce = false): void {
    if (this.selected !== card) {
      this.selected = card;
      if (!atOnce) return;
    }
    if (!this.turn) return this.#refuse();
    const ways = offersFor(this.offers, card);
    if (ways.length === 0) this.say({ key: 'web.table.not_offered', facts: {} });
    else if (ways[0] && ways.length === 1) void this.playOffer(ways[0]);
  }

  /** Play an offer, if it is one still. */
  async playOffer(offer: Offer): Promise<void> {
    if (!this.turn || !this.picture) return this.#refuse();
    if (!holds(this.offers, offer)) return this.say({ key: 'web.table.not_offered', facts: {} });
    this.sending = true;
    const done = await this.ask({ t: 'play', card: offer.card, take: offer.take, v: this.picture.v });
    this.sending = false;
    if (done && this.selected === offer.card) this.selected = null;
  }

  cancel(): void {
    this.selected = null;
    this.hint = null;
    this.notice = null;
  }

  /** Send a command; what was refused is said in words. */
  async ask(wish: Wish): Promise<boolean> {
    this.notice = null;
    const answer = await this.#socket.ask(wish);
    if (!answer.done) this.say(answer.error);
    return answer.done;
  }

  async askHint(): Promise<void> {
    this.thinking = true;
    await this.ask({ t: 'hint' });
    this.thinking = false;
  }

  say(fact: Fact): void {
    this.notice = fact;
    this.speak(say(fact.key, fact.facts));
    sound('error');
  }

  /** Tell those who listen; sentences queue up and none replaces another. */
  speak(...sentences: string[]): void {
    const told = sentences.map((text) => ({ id: (this.#count += 1), text }));
    this.spoken = [...this.spoken, ...told].slice(-KEPT);
  }

  #refuse(): void {
    if (this.line !== 'online') this.say({ key: 'web.table.offline', facts: {} });
    else if (!this.sending && !this.busy) this.say({ key: 'error.play.wait', facts: {} });
  }

  // --- what is heard ----------------------------------------------------------------------------

  #heard(message: FromServer): void {
    if ('now' in message) this.#hear(message.now);
    switch (message.t) {
      case 'welcome':
        if (this.you && !message.you) this.say({ key: 'web.signedout', facts: {} });
        this.you = message.you;
        if (this.you) void marks.start();
        this.seat = this.#place = message.seat;
        this.present = message.present;
        this.watching = message.watching;
        if (message.picture) this.#replace(message.picture);
        this.#queue.push({ offers: message.offers });
        break;
      case 'events':
        message.events.forEach((event) => this.#take(event));
        this.#queue.push({ offers: message.offers });
        break;
      case 'presence':
        this.present = message.present;
        this.watching = message.watching;
        return;
      case 'hinted':
        this.#hinted(message);
        return;
      case 'refused':
        if (message.id === null) this.say(message.error);
        return;
      default:
        return;
    }
    void this.#show();
  }

  #hear(now: number): void {
    const ahead = now - Date.now();
    // A message is never early: the greatest difference is the truest.
    if (this.ahead === 0 || ahead > this.ahead || ahead < this.ahead - 5_000) this.ahead = ahead;
  }

  #replace(picture: Picture): void {
    this.#truth = picture;
    this.#broken = false;
    this.#cuts += 1;
    this.#queue = [];
    this.staged = null;
    this.taker = null;
    this.flash = null;
    this.picture = picture;
    this.#moved = true;
    this.#check();
  }

  #take(event: Seen): void {
    const truth = this.#truth;
    if (!truth || this.#broken || event.v <= truth.v) return;
    if (gap(truth.v, event) !== null || needsPicture(truth, event)) {
      this.#broken = true;
      // After what was taken back a picture comes by itself.
      if (event.k === 'takenback') this.speak(say('tell.undo'));
      else void this.#socket.ask({ t: 'sync' });
      return;
    }
    this.#place = seatAfter(this.#place, event, this.you?.id ?? null, truth.seats);
    this.#truth = fold(truth, event, this.#place);
    this.#queue.push({ event, seat: this.#place });
  }

  async #show(): Promise<void> {
    if (this.#showing) return;
    this.#showing = true;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      if ('offers' in step) {
        this.offers = step.offers;
        this.#check();
      } else if (this.picture) {
        this.seat = step.seat;
        // What others only say or ask for must not take away what the reader is about to press.
        if (rest(step.event) > 0) this.busy = this.#moved = true;
        await this.#showEvent(step.event);
      }
    }
    this.#showing = false;
    this.busy = false;
    if (!this.turn || !this.#moved) return;
    this.#moved = false;
    sound('turn');
    this.speak(say('web.table.your_turn'));
  }

  /** A choice that is no longer among what may be done is dropped. */
  #check(): void {
    const hand = this.picture?.deal?.hand ?? [];
    if (this.selected && !hand.includes(this.selected)) this.selected = null;
    if (this.hint && !this.hint.offers.every((offer) => holds(this.offers, offer))) this.hint = null;
  }

  #hinted(message: Hinted): void {
    this.hint = message;
    const best = message.offers[0];
    if (best) this.selected = best.card;
    const why = message.reasons[0];
    if (best) this.speak(tellOffer(best, 'words'), ...(why ? [tellReason(why, 'words')] : []));
  }

  // --- one thing after another ------------------------------------------------------------------

  /** How long a part of a journey takes: less where much is waiting or nobody looks. */
  pace(share: number): number {
    const waiting = this.#queue.filter((step) => 'event' in step).length;
    if (document.hidden || waiting > 8) return 0;
    return (duration(share) * (waiting > 2 ? 0.45 : 1)) / this.tempo;
  }

  async #wait(share: number): Promise<void> {
    const ms = this.pace(share);
    if (ms > 0) await new Promise((go) => setTimeout(go, ms));
  }

  async #showEvent(event: Seen): Promise<void> {
    const before = this.picture;
    const cuts = this.#cuts;
    if (!before) return;
    if (event.k === 'played' && before.deal) await this.#showPlay(before, event);
    // A fresh picture may have come while a card was on its way; else the whole event is folded
    // into what was before it, whatever was shown of it meanwhile.
    const since = this.picture && this.picture.v !== before.v ? this.picture : before;
    this.staged = null;
    // In a file one may have gone back meanwhile: then it has not happened.
    if (!this.live && cuts !== this.#cuts) return;
    if (event.v > since.v) {
      if (event.k === 'dealt') this.taker = null;
      this.picture = fold(since, event, this.seat);
    }
    this.#tell(event);
    await this.#wait(rest(event));
  }

  async #showPlay(before: Picture, event: Played): Promise<void> {
    const { seat, card, captured } = event;
    const leavings = event.leavings ?? [];
    const scores = before.deal?.scores ?? [];
    const laid = { ...event, v: before.v + 1, captured: [], basra: 0, leavings: [], taker: null, scores, turn: seat };
    setOut(card, anchor.hand(card), anchor.seat(seat));
    this.staged = { card, seat, captured, basra: event.basra ?? 0, swept: event.swept ?? false };
    this.picture = { ...fold(before, laid, this.seat), v: before.v };
    if (this.selected === card) this.selected = null;
    sound('card');
    await this.#wait(captured.length > 0 ? 1.5 : 1);
    if (captured.length > 0) await this.#showCapture(before, event);
    if (leavings.length > 0 && event.taker != null && this.picture?.v === before.v) {
      this.staged = null;
      this.picture = { ...fold(before, { ...event, leavings: [], taker: null }, this.seat), v: before.v };
      await this.#wait(1.6);
      if (this.picture.v === before.v) this.taker = event.taker;
      sound('sweep');
    }
  }

  async #showCapture(before: Picture, event: Played): Promise<void> {
    this.taker = sideOf(before.sides, event.seat);
    if (event.basra) {
      this.#celebrate(event.basra);
      sound('basra');
      await this.#wait(2.2);
    } else sound(event.swept ? 'sweep' : 'capture');
    await this.#wait(0.2);
  }

  /** A basra is felt for a moment, also where cards do not travel. */
  #celebrate(points: number): void {
    clearTimeout(this.#fading);
    this.flash = points;
    this.#fading = window.setTimeout(() => (this.flash = null), Math.max(900, duration(2.2)));
  }

  #tell(event: Seen): void {
    const telling = this.telling;
    if (!telling) return;
    switch (event.k) {
      case 'played':
        this.last = tellPlay(telling, event).join(' ');
        return this.speak(...tellPlay(telling, event, 'words'));
      case 'dealt':
        sound('deal');
        this.last = tellDeal(telling, event);
        return this.speak(this.last);
      case 'packet':
        sound('deal');
        this.last = tellPacket(event.packet, event.packets);
        return this.speak(this.last);
      case 'scored':
        return this.speak(...tellSheet(telling, event));
      case 'ended':
        sound(event.winner !== null && this.seat !== null && sideOf(telling.picture.sides, this.seat) === event.winner ? 'win' : 'lose');
        return this.speak(tellResult(telling));
      case 'seated':
        return this.speak(say('web.table.tell.seated', { name: occupantName(event.who) }));
      case 'again': {
        const who = telling.picture.occupants[event.seat];
        return who && event.seat !== this.seat ? this.speak(say('web.table.again', { name: occupantName(who) })) : undefined;
      }
      case 'phrased':
        return this.#bubble(event.who, say(event.phrase), false);
      case 'said':
        return this.#bubble(event.who, event.text, true);
    }
  }

  #bubble(who: Occupant, text: string, chat: boolean): void {
    if (!marks.hears(who.id)) return;
    const bubble = { id: (this.#count += 1), who, text, chat };
    this.bubbles = [...this.bubbles.filter((one) => one.who.id !== who.id), bubble];
    if (chat) this.chat = [...this.chat, bubble].slice(-100);
    this.speak(say('web.table.tell.says', { name: occupantName(who), text }));
    setTimeout(() => (this.bubbles = this.bubbles.filter((one) => one !== bubble)), 5_000);
  }
}
