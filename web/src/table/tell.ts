/** Sentences on what happens, by the same keys as the terminal: plays, deals, sheets, results. */
import { cardName, type Style } from '../cards/names';
import { sideOf } from '../lib/fold';
import type { Occupant, Offer, Picture, Played, PlayTold, Scored, SheetRow } from '../lib/messages';
import { isolated, number, say, spoken } from '../lib/words.svelte';
import { places, seatsOf, sidesTold } from './seating';

/** Who is told: the table, the seat that is addressed, and the one that is before the reader else. */
export type Telling = { picture: Picture; seat: number | null; before?: number | null };

export function cardNames(cards: readonly string[], style: Style = 'symbols'): string {
  const names = cards.map((card) => cardName(card, style));
  return style === 'words' ? joined(names) : names.join(' ');
}

/** A list of things as a phrase: "a, b and c". */
export function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  const last = parts[parts.length - 1] ?? '';
  const head = parts.slice(0, -1).reduce((first, second) => say('tell.comma', { first, second }));
  return say('tell.and', { first: head, second: last });
}

/** What somebody is called: a person by name, a bot as such. */
export function occupantName(who: Occupant): string {
  if (who.level == null) return personName(who);
  return say('web.table.bot', { level: levelName(who.level) });
}

/** The name of a person; a program that plays under a name is said to be one. */
function personName(who: Occupant): string {
  const name = isolated(who.name || say('web.table.guest'));
  return who.bot ? say('web.seat.program', { name }) : name;
}

export function levelName(level: string): string {
  return spoken(`bot.${level}.title`) ? say(`bot.${level}.title`) : level;
}

/** The name of a seat; the one who is told is "You", a bot is called by where it sits. */
export function seatName({ picture, seat: own, before }: Telling, seat: number): string {
  if (seat === own) return say('tell.you');
  const who = picture.occupants[seat];
  if (who && who.level == null) return personName(who);
  const place = places(picture.seats, own ?? before ?? 0, picture.direction)[seat] ?? 'north';
  return place === 'south' ? say('web.table.south') : say(`seat.${place}`);
}

/** The name of a side: those who sit there, the one who is told first. */
export function sideName(telling: Telling, side: number): string {
  const { picture, seat } = telling;
  const seats = seatsOf(picture.seats, picture.sides, side);
  seats.sort((a, b) => Number(b === seat) - Number(a === seat));
  return joined(seats.map((one) => seatName(telling, one)));
}

/** A short name for a side, where there is little room: partners are "us" and "them". */
export function sideShort(telling: Telling, side: number): string {
  const { picture, seat } = telling;
  if (seat === null || picture.sides === picture.seats || picture.sides !== 2) return sideName(telling, side);
  return say(side === ownSide(telling) ? 'web.table.us' : 'web.table.them');
}

function ownSide({ picture, seat }: Telling): number | null {
  return seat === null ? null : sideOf(picture.sides, seat);
}

/** The sentence of a play, done or offered: that of who is told is their own, any other has a name. */
function told(kind: 'tell' | 'offer', offer: Offer, own: '' | '.own', name: string, style: Style): string {
  const facts = { name, card: cardName(offer.card, style), cards: cardNames(offer.take, style) };
  if (offer.take.length === 0) return say(`${kind}.trail${own}`, facts);
  if (offer.basra) return say(`${kind}.basra${own}`, { ...facts, count: offer.basra });
  return say(`${kind}.${offer.clears ? 'clear' : 'capture'}${own}`, facts);
}

/** What a play did: one sentence, and one for the leavings where they were taken. */
export function tellPlay(telling: Telling, event: Played, style: Style = 'symbols'): string[] {
  const offer = { card: event.card, take: event.captured, basra: event.basra, clears: event.swept };
  const own = event.seat === telling.seat ? '.own' : '';
  const sentences = [told('tell', offer, own, seatName(telling, event.seat), style)];
  const leavings = event.leavings ?? [];
  if (event.taker != null && leavings.length > 0) {
    sentences.push(tellLeavings(telling, leavings, event.taker, style));
  }
  return sentences;
}

function tellLeavings(telling: Telling, leavings: string[], taker: number, style: Style): string {
  const cards = cardNames(leavings, style);
  if (taker !== ownSide(telling)) return say('tell.leavings', { side: sideName(telling, taker), cards });
  const partners = telling.picture.sides < telling.picture.seats;
  return say(partners ? 'tell.leavings.team' : 'tell.leavings.own', { cards });
}

/** What a play would do. */
export function tellOffer(offer: Offer, style: Style = 'symbols'): string {
  return told('offer', offer, '', '', style);
}

/** What a play did at a small table for one, who sits on seat 0; the other one has a name. */
export function tellRecent(play: PlayTold, name: string): string {
  return told('tell', play, play.seat === 0 ? '.own' : '', name, 'symbols');
}

/** That a deal begins, who deals and who plays first. */
export function tellDeal(telling: Telling, deal: { deal: number; dealer: number; turn: number | null }): string {
  const { seat } = telling;
  const key = deal.dealer === seat ? 'tell.deal.own' : deal.turn === seat ? 'tell.deal.first' : 'tell.deal';
  return say(key, {
    number: deal.deal,
    dealer: seatName(telling, deal.dealer),
    first: seatName(telling, deal.turn ?? deal.dealer),
  });
}

export function tellPacket(packet: number, packets: number): string {
  return say(packet === packets ? 'tell.packet.last' : 'tell.packet', { number: packet });
}

/** What a side's points of a row come from: its cards, or how many it has. */
export function reason(row: SheetRow, side: number, style: Style = 'symbols'): string {
  const cards = row.cards[side] ?? [];
  const count = row.counts[side] ?? 0;
  if (row.label === 'sheet.majority') return say('sheet.cards', { count });
  return cards.length > 0 ? cardNames(cards, style) : '';
}

function tellRow(telling: Telling, row: SheetRow): string {
  const parts = sidesTold(telling.picture.sides, telling.seat).map((side) => {
    const why = reason(row, side, 'words');
    const facts = { side: sideName(telling, side), points: row.points[side] ?? 0, why };
    return say(why ? 'sheet.part.why' : 'sheet.part', facts);
  });
  return say('sheet.row', { label: say(row.label), parts: parts.join('; ') });
}

/** The sheet of a deal to be heard: each row once, what became of a tie, and where the match stands. */
export function tellSheet(telling: Telling, sheet: Scored): string[] {
  return [
    say('sheet.title', { number: sheet.deal }),
    ...sheet.rows.map((row) => tellRow(telling, row)),
    ...sheetNotes(sheet),
    tellRow(telling, dealRow(sheet)),
    tellRow(telling, matchRow(sheet)),
  ];
}

const blank = (sheet: Scored) => ({
  cards: sheet.scores.map(() => []),
  counts: sheet.scores.map(() => 0),
});

/** The points of the deal, as a row like the others. */
export function dealRow(sheet: Scored): SheetRow {
  return { label: 'sheet.deal', points: sheet.scores, ...blank(sheet) };
}

/** The points of the match, as a row like the others. */
export function matchRow(sheet: Scored): SheetRow {
  return { label: 'web.table.match', points: sheet.standing.totals, ...blank(sheet) };
}

/** What became of a tied majority, and what had been kept for this deal. */
export function sheetNotes(sheet: Scored): string[] {
  const majority = sheet.rows.find((row) => row.label === 'sheet.majority');
  const tie = sheet.tie ?? '';
  if (tie === 'all') return [say('sheet.tie.all', { count: Math.max(...(majority?.points ?? [0])) })];
  if (tie === 'carry') return [say('sheet.tie.carry', { count: sheet.standing.carried })];
  if (tie === 'none') return [say('web.table.tie.none')];
  return sheet.carry ? [say('sheet.carry_in', { count: sheet.carry })] : [];
}

/** How a match ended. */
export function tellResult(telling: Telling): string {
  const { picture } = telling;
  const { standing, winner } = picture;
  const points = standing.wins.some(Boolean) && standing.wins.some((wins) => wins > 1) ? standing.wins : standing.totals;
  const order = winner === null ? sidesTold(picture.sides, telling.seat) : sidesTold(picture.sides, winner);
  const score = order.map((side) => number(points[side] ?? 0)).join(' : ');
  if (picture.result === 'abandoned') return say('web.table.abandoned');
  if (winner === null) return say('result.draw', { score });
  const own = winner === ownSide(telling) ? '.own' : '';
  const team = picture.sides < picture.seats ? '.team' : '';
  const key = picture.result === 'resigned' ? 'web.table.resigned' : `result.win${own}${team}`;
  return say(key, { side: sideName(telling, winner), score });
}
