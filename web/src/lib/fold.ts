/** The fold of a table: a picture and an event make the next picture. It moves cards and knows no rule. */

import type { DealSeen, Dealt, Packet, Picture, Played, Seen, Standing } from './messages';

const RECENT = 8;

/** The version that `picture` misses before `event`, or null if the event is the next one. */
export function gap(v: number, event: { v: number }): number | null {
  return event.v > v + 1 ? v + 1 : null;
}

/** Partners sit opposite: the seats after the last side belong to the first sides again. */
export function sideOf(sides: number, seat: number): number {
  return seat % sides;
}

/** The reader's own seat after an event; `own` is the reader's id, null for one who looks on. */
export function seatAfter(seat: number | null, event: Seen, own: string | null, seats: number): number | null {
  if (event.k === 'seated' && event.who.id === own) return event.seat;
  if (event.k === 'stood' && event.seat === seat) return null;
  return event.k === 'began' && seat !== null ? (seat + (event.shift ?? 0)) % seats : seat;
}

/** The picture after an event. `seat` is the reader's own after it, null for one who looks on. */
export function fold(picture: Picture, event: Seen, seat: number | null): Picture {
  if (event.v <= picture.v) return picture;
  return allowed({ ...picture, ...changed(picture, event, seat), v: event.v }, event, seat);
}

/** Whether an event needs a fresh picture: what was taken back cannot be folded. */
export function needsPicture(picture: Picture, event: Seen): boolean {
  return event.k === 'takenback' || (event.k === 'seated' && picture.phase === 'playing');
}

function changed(picture: Picture, event: Seen, seat: number | null): Partial<Picture> {
  const nobody = picture.ready.map(() => false);
  switch (event.k) {
    case 'seated':
      return { occupants: put(picture.occupants, event.seat, event.who), ...vacated(picture, event.seat) };
    case 'stood':
      return { occupants: put(picture.occupants, event.seat, null), ...vacated(picture, event.seat) };
    case 'hosted':
      return { host: event.host };
    case 'readied':
      return { ready: put(picture.ready, event.seat, event.ready) };
    case 'began':
      return {
        occupants: movedOn(picture.occupants, event.shift), absent: movedOn(picture.absent, event.shift),
        match: event.match, phase: 'playing', ready: nobody, standing: blank(picture.standing),
        deal: null, sheet: null, resigning: null, result: '', winner: null,
      };
    case 'dealt':
      return { phase: 'playing', ready: nobody, sheet: null, deal: dealt(event, picture, seat) };
    case 'played':
      return { deal: picture.deal && played(picture.deal, event, picture.sides, seat) };
    case 'packet':
      return { deal: picture.deal && packet(picture.deal, event, seat) };
    case 'scored':
      return {
        phase: 'sheet', ready: nobody, sheet: event, standing: event.standing, resigning: null,
        deal: picture.deal && { ...picture.deal, scores: event.scores, ...STILL },
      };
    case 'wenton':
    case 'again':
      return { ready: put(picture.ready, event.seat, true) };
    case 'absent':
      return { absent: put(picture.absent, event.seat, true), deal: timed(picture.deal, event.seat, null) };
    case 'returned':
      return {
        absent: put(picture.absent, event.seat, false),
        deal: timed(picture.deal, event.seat, event.deadline ?? null),
      };
    case 'offered':
      return { resigning: event.seat };
    case 'declined':
      return { resigning: null };
    case 'ended':
      return {
        phase: 'over', ready: nobody, resigning: null, result: event.reason, winner: event.winner,
        standing: event.standing, deal: picture.deal && { ...picture.deal, ...STILL },
      };
    case 'closed':
      return { phase: 'closed', deal: picture.deal && { ...picture.deal, ...STILL } };
    default:
      // Phrases and talk change nothing on the table; a kind of a later version is left alone.
      return {};
  }
}

/** Nobody is in turn. */
const STILL = { turn: null, deadline: null };

function timed(deal: DealSeen | null, seat: number, deadline: number | null): DealSeen | null {
  return deal && deal.turn === seat ? { ...deal, deadline } : deal;
}

/** One who plays against bots alone, for no rating, may take plays of this packet back, and ask for a hint in turn. */
function allowed(picture: Picture, event: Seen, seat: number | null): Picture {
  const alone = seat !== null && picture.occupants.every((who, at) => at === seat || who?.level != null || !who);
  const playing = alone && picture.phase === 'playing' && !picture.policy.rated;
  const dealt = event.k === 'dealt' || event.k === 'packet';
  const absent = event.k === 'absent' && event.seat === seat;
  const own = event.k === 'played' && event.seat === seat;
  return {
    ...picture,
    can_undo: playing && !dealt && !absent && (own || picture.can_undo),
    can_hint: playing && picture.deal?.turn === seat && !picture.absent[seat],
  };
}

/** A list by seat once everybody sits some seats on. */
function movedOn<T>(list: readonly T[], shift = 0): T[] {
  return list.map((_, seat) => list[(seat - shift + list.length) % list.length] as T);
}

function put<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((old, index) => (index === at ? value : old));
}

function vacated(picture: Picture, seat: number): Partial<Picture> {
  return {
    ready: put(picture.ready, seat, false),
    absent: put(picture.absent, seat, false),
    resigning: picture.resigning === seat ? null : picture.resigning,
    deal: timed(picture.deal, seat, null),
  };
}

function blank(standing: Standing): Standing {
  const zero = standing.totals.map(() => 0);
  return { ...standing, totals: zero, wins: zero, carried: 0, winner: null, over: false };
}

function dealt(event: Dealt, picture: Picture, seat: number | null): DealSeen {
  return {
    deal: event.deal,
    dealer: event.dealer,
    carried: event.carried,
    commit: event.commit,
    packet: event.packet,
    packets: event.packets,
    floor: event.floor,
    buried: event.buried,
    hand: seat === null ? [] : (event.hands[seat] ?? []),
    held: event.held,
    hands: seen(event.hands, event.held),
    stock: event.stock,
    bottom: event.bottom ?? null,
    piles: picture.standing.totals.map(() => ({ count: 0, basras: [], points: [] })),
    scores: picture.standing.totals.map(() => 0),
    turn: event.turn,
    deadline: event.deadline ?? null,
    plays: 0,
    recent: [],
  };
}

/** All hands are seen only if every card in them is named. */
function seen(hands: string[][], held: number[]): string[][] | null {
  const open = hands.length > 0 && hands.every((hand, seat) => hand.length === held[seat]);
  return open ? hands : null;
}

function played(deal: DealSeen, event: Played, sides: number, seat: number | null): DealSeen {
  const captured = new Set(event.captured);
  const leavings = event.leavings ?? [];
  const left = deal.floor.filter((card) => !captured.has(card));
  const side = sideOf(sides, event.seat);
  const piles = deal.piles.map((pile, of) => {
    let { count, basras, points } = pile;
    if (of === side && captured.size > 0) count += captured.size + 1;
    if (of === side && event.basra) {
      basras = [...basras, event.card];
      points = [...points, event.basra];
    }
    if (of === event.taker) count += leavings.length;
    return { count, basras, points };
  });
  const floor = captured.size > 0 ? left : [...left, event.card];
  return {
    ...deal,
    floor: leavings.length > 0 ? [] : floor,
    hand: event.seat === seat ? deal.hand.filter((card) => card !== event.card) : deal.hand,
    hands: deal.hands ? put(deal.hands, event.seat, without(deal.hands[event.seat] ?? [], event.card)) : deal.hands,
    held: put(deal.held, event.seat, (deal.held[event.seat] ?? 1) - 1),
    buried: without(deal.buried, event.card),
    bottom: deal.bottom === event.card ? null : deal.bottom,
    piles,
    scores: event.scores,
    turn: event.turn ?? null,
    deadline: event.deadline ?? null,
    plays: deal.plays + 1,
    recent: [...deal.recent, event].slice(-RECENT),
  };
}

function without(hand: readonly string[], card: string): string[] {
  return hand.filter((held) => held !== card);
}

/** Cards as a hand holds them: by rank, then by suit. */
function ordered(cards: string[]): string[] {
  const place = (card: string) => 'A23456789TJQK'.indexOf(card.charAt(0)) * 4 + 'cdhs'.indexOf(card.charAt(1));
  return cards.sort((a, b) => place(a) - place(b));
}

function packet(deal: DealSeen, event: Packet, seat: number | null): DealSeen {
  const dealt = seat === null ? [] : (event.hands[seat] ?? []);
  return {
    ...deal,
    packet: event.packet,
    packets: event.packets,
    hand: ordered([...deal.hand, ...dealt]),
    hands: deal.hands && seen(event.hands, event.held),
    held: event.held,
    stock: event.stock,
    turn: event.turn,
    deadline: event.deadline ?? null,
  };
}
