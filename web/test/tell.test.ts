/** What happens is told in the words of the terminal, play by play; sheets and results as they were counted. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Picture, Scored, Seen } from '../src/lib/messages';
import { language } from '../src/lib/words.svelte';
import { cardName } from '../src/cards/names';
import { fold } from '../src/lib/fold';
import { joined, sheetNotes, tellOffer, tellPlay, tellRecent, tellResult, tellSheet } from '../src/table/tell';

type Stream = { rules: string; id: string | null; first: Picture; events: Seen[]; told: Record<string, string[]> };

const read = (name: string) => JSON.parse(readFileSync(`test/fixtures/${name}.json`, 'utf8'));
const streams = (read('streams') as Stream[]).filter((stream) => stream.id !== null);
const words = read('words') as Record<string, string | Record<string, string>>;
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

beforeEach(() => {
  language.catalogues = { en: { language: 'en', rtl: false, digits: '0123456789', words } };
});

describe.each(streams.map((stream) => [`${stream.rules} for ${stream.id}`, stream] as const))('%s', (_, stream) => {
  test('every play is told as the terminal tells it', () => {
    let picture = stream.first;
    let seat: number | null = null;
    let plays = 0;
    for (const event of stream.events) {
      if (event.k === 'seated' && event.who.id === stream.id) seat = event.seat;
      picture = fold(picture, event, seat);
      if (event.k !== 'played') continue;
      plays += 1;
      expect(tellPlay({ picture, seat }, event, 'words').map(plain)).toEqual(stream.told[event.v]!.map(plain));
    }
    expect(plays).toBeGreaterThan(40);
  });
});

function sheet(more: Partial<Scored> = {}): Scored {
  const standing = { totals: [31, 20], carried: 0, target: 101, wins: [0, 0], winner: null, over: false };
  const rows = [
    { label: 'sheet.rank.A', points: [3, 1], cards: [['Ac', 'Ad', 'Ah'], ['As']], counts: [] },
    { label: 'sheet.majority', points: [0, 0], cards: [[], []], counts: [26, 26] },
  ];
  return { k: 'scored', v: 1, at: 0, deal: 2, dealer: 0, rows, scores: [3, 1], carry: 0, standing, pack: [], salt: '', ...more };
}

const picture = { ...streams[0]!.first, sides: 2, seats: 2, occupants: [{ id: 'a', name: 'Hani' }, { id: 'b', name: 'Ali' }] } as Picture;

test('UI-008 a tied majority gives nobody points and shows what is kept', () => {
  const standing = { ...sheet().standing, carried: 30 };
  expect(sheetNotes(sheet({ tie: 'carry', standing }))).toEqual(['Equally many cards: 30 points are kept for the next deal.']);
});

test('points of a majority that were kept before are told', () => {
  expect(sheetNotes(sheet({ carry: 30 }))).toEqual(['30 points for most cards were kept from the deal before.']);
});

test('UI-010, UI-017 each row of a sheet is told once, the own side first', () => {
  const told = tellSheet({ picture, seat: 1 }, sheet()).map(plain);
  expect(told).toContain('Aces: You 1 (ace of spades); Hani 3 (ace of clubs, ace of diamonds and ace of hearts).');
  expect(told).toContain('Most cards: You 0 (26 cards); Hani 0 (26 cards).');
  expect(new Set(told).size).toBe(told.length);
});

test('UI-002 one point is a point', () => {
  expect(tellOffer({ card: '5c', take: ['5d'], basra: 1 })).toBe('5♣ captures 5♦: basra, 1 point!');
  expect(tellOffer({ card: '5c', take: ['5d'], basra: 10 })).toBe('5♣ captures 5♦: basra, 10 points!');
});

test('a play at a small table is told like any other', () => {
  const play = { seat: 0, card: '5c', take: ['5d'], basra: 10, clears: true };
  expect(tellRecent(play, 'Bot')).toBe('You play 5♣ and capture 5♦: basra, 10 points!');
  expect(tellRecent({ ...play, seat: 1, take: [], basra: 0, clears: false }, 'Bot')).toBe('Bot plays 5♣, which stays on the floor.');
});

test('a result is told with the points of the winner first', () => {
  const standing = { ...sheet().standing, totals: [88, 103], winner: 1, over: true };
  const over: Picture = { ...picture, result: 'won', winner: 1, standing };
  expect(plain(tellResult({ picture: over, seat: 1 }))).toBe('You win the match, 103 : 88!');
  expect(plain(tellResult({ picture: over, seat: 0 }))).toBe('Ali wins the match, 103 : 88.');
});

test('cards and lists have their names', () => {
  expect([cardName('Td'), cardName('As', 'words')]).toEqual(['10♦', 'ace of spades']);
  expect(joined(['a', 'b', 'c'])).toBe('a, b and c');
});

test('a card is called as it is printed, in any digits; where it is heard, in those of the language', () => {
  const arabic = { ...words, 'card.name': '{rank} {suit}', 'card.suit.s': 'بستوني' };
  const code = language.code;
  Object.assign(language, { code: 'ar', rtl: true, digits: '٠١٢٣٤٥٦٧٨٩', catalogues: { ar: { language: 'ar', rtl: true, digits: '٠١٢٣٤٥٦٧٨٩', words: arabic } } });
  expect([cardName('8s'), cardName('Ts'), cardName('8s', 'words')]).toEqual(['\u20668♠\u2069', '\u206610♠\u2069', '٨ بستوني']);
  Object.assign(language, { code, rtl: false, digits: 'latn' });
});
