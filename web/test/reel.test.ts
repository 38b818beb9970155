/** A match again: moments, eyes that do not see the others' cards, and a table that follows back and forth. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DealTold, Picture, ReviewTold, Seen } from '../src/lib/messages';
import { settings } from '../src/lib/settings.svelte';
import { language } from '../src/lib/words.svelte';
import { Reel, ReelSource, seenBy, type Eyes } from '../src/replay/reel';
import { Review } from '../src/replay/review.svelte';
import { Game } from '../src/table/game.svelte';
import { playName, tellReason } from '../src/table/why';

type Told = { rules: string; first: Picture; events: Seen[] };

const told = JSON.parse(readFileSync('test/fixtures/replay.json', 'utf8')) as Told;
const reel = new Reel(told);
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { speed: 'none', sound: false });
});

afterEach(() => {
  vi.useRealTimers();
});

function shown(number = 0, eyes: Eyes = null): { game: Game; source: ReelSource } {
  let source: ReelSource | undefined;
  const game = new Game((listener) => (source = new ReelSource(reel, listener, number, eyes)));
  return { game, source: source! };
}

test('the moments are those at which something lies otherwise on the table', () => {
  const kinds = new Set(reel.moments.map((one) => one.event.k));
  expect(kinds).toEqual(new Set(['dealt', 'played', 'packet', 'scored', 'ended']));
  expect(reel.moments[0]!.event.k).toBe('dealt');
  expect(reel.moments.at(-1)!.event.k).toBe('ended');
  expect(reel.moments.filter((one) => one.deal === 1 && one.event.k === 'played').map((one) => one.play)).toEqual(
    Array.from({ length: 48 }, (_, at) => at + 1),
  );
});

test('a link finds its moment, or the one before', () => {
  reel.moments.forEach((one, at) => expect(reel.find(one.event.v)).toBe(at));
  expect([reel.find(0), reel.find(1e9)]).toEqual([0, reel.last]);
});

test('all cards are there at every moment: hands, floor, piles and stock', () => {
  for (let at = 0; at <= reel.last; at += 1) {
    const deal = reel.picture(at, null).deal!;
    const hands = deal.hands!.flat().length;
    const piles = deal.piles.reduce((sum, pile) => sum + pile.count, 0);
    expect(deal.hands!.map((hand) => hand.length)).toEqual(deal.held);
    expect(hands + piles + deal.floor.length + deal.stock).toBe(52);
  }
});

test('with the eyes of a seat no card of the others is seen', () => {
  for (const eyes of [0, 1]) {
    for (let at = 0; at <= reel.last; at += 1) {
      const open = reel.picture(at, null).deal!;
      const deal = reel.picture(at, eyes).deal!;
      expect([...deal.hand].sort()).toEqual([...open.hands![eyes]!].sort());
      const hidden = open.hands![1 - eyes]!;
      const text = JSON.stringify({ ...deal, recent: [], buried: [], commit: '' });
      for (const card of hidden) expect(text).not.toContain(`"${card}"`);
    }
  }
});

test('the bottom card is the dealer’s alone', () => {
  const dealt = { ...(reel.moments[0]!.event as Extract<Seen, { k: 'dealt' }>), dealer: 1, bottom: '6h' };
  expect([null, 0, 1].map((eyes) => (seenBy(dealt, eyes) as typeof dealt).bottom)).toEqual(['6h', null, '6h']);
});

test('a table that is stepped through shows at every moment what a jump shows', async () => {
  const { game, source } = shown();
  for (let at = 1; at <= reel.last; at += 1) {
    source.go(at, null);
    await settle();
    expect(game.picture).toEqual(reel.picture(at, null));
  }
  expect(game.live).toBe(false);
  expect(game.turn).toBe(false);
});

test('going back while a card is on its way leaves nothing of it', async () => {
  settings.speed = 'normal';
  const { game, source } = shown(8);
  source.go(9, null);
  await vi.advanceTimersByTimeAsync(1);
  expect(game.busy).toBe(true);
  source.go(2, null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(game.picture).toEqual(reel.picture(2, null));
  expect(game.staged).toBeNull();
});

test('other eyes see the same moment', async () => {
  const { game, source } = shown(8);
  source.go(8, 1);
  await settle();
  expect([game.seat, game.picture]).toEqual([1, reel.picture(8, 1)]);
});

test('deals are gone to and fro', () => {
  const starts = reel.moments.flatMap((one, at) => (one.event.k === 'dealt' ? [at] : []));
  expect(reel.neighbour(0, -1)).toBe(0);
  expect(reel.neighbour(5, -1)).toBe(0);
  expect(reel.neighbour(reel.last, 1)).toBe(reel.last);
  if (starts[1] !== undefined) expect(reel.neighbour(0, 1)).toBe(starts[1]);
  expect(reel.moments[reel.after(1, 5)]).toMatchObject({ deal: 1, play: 5, event: { k: 'played' } });
});

test('a reason names its cards as the reader does', () => {
  const words = { 'review.capture': '{card} for {cards}', 'reason.x': '{better} keeps {card}: {points}' };
  language.catalogues = { en: { language: 'en', rtl: false, digits: '0123456789', words } };
  expect(playName('9dx4c5h')).toBe('9♦ for 4♣ 5♥');
  expect(tellReason({ key: 'reason.x', facts: { better: '4c', card: '9s', points: 2.5 } })).toBe('4♣ keeps 9♠: 2.5');
});

test('a review is watched until it is done, and each deal is asked for once', async () => {
  const asked: string[] = [];
  const answers: Partial<ReviewTold>[] = [
    { state: 'going', done: 0, since: 0, deals: [] },
    { state: 'going', done: 1, since: 0, deals: [{ dealer: 0 } as DealTold] },
    { state: 'done', done: 2, since: 1, deals: [{ dealer: 1 } as DealTold] },
  ];
  const call = <T>(method: string, path: string): Promise<T> => {
    asked.push(`${method} ${path}`);
    return Promise.resolve({ id: 'x', total: 2, ...answers[asked.length - 1] } as T);
  };
  const review = new Review({ replay: 'r' }, call);
  const over = review.begin('quick');
  await vi.advanceTimersByTimeAsync(5_000);
  await over;
  expect(asked).toEqual(['POST /api/reviews', 'GET /api/reviews/x?since=0', 'GET /api/reviews/x?since=1']);
  expect([review.state, review.deals.map((deal) => deal.dealer)]).toEqual(['done', [0, 1]]);
});

test('a review that is given up is asked about no longer', async () => {
  const asked: string[] = [];
  const call = <T>(method: string): Promise<T> => {
    asked.push(method);
    return Promise.resolve({ id: 'x', state: 'going', done: 0, total: 1, since: 0, deals: [] } as T);
  };
  const review = new Review({ replay: 'r' }, call);
  void review.begin('quick');
  await vi.advanceTimersByTimeAsync(1_000);
  await review.cancel();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.length).toBe(before);
  expect([review.state, asked.at(-1)]).toEqual(['cancelled', 'DELETE']);
});
