/** The table as it is shown, heard over a line of our own: basras, breaks, choices; ids are those of known faults. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromServer, Picture, Played, Seen } from '../src/lib/messages';
import { settings } from '../src/lib/settings.svelte';
import { language } from '../src/lib/words.svelte';
import { Game } from '../src/table/game.svelte';

type Stream = { rules: string; id: string | null; first: Picture; events: Seen[]; pictures: Record<string, Picture> };

const streams = JSON.parse(readFileSync('test/fixtures/streams.json', 'utf8')) as Stream[];
const stream = streams[0]!;
let line: Line;
let game: Game;

class Line {
  static readonly OPEN = 1;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code?: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  constructor(readonly url: string) {
    line = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  hear(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const me = { id: 'p0', name: 'Hani' };
const settle = () => vi.advanceTimersByTimeAsync(0);

function welcome(picture: Picture | null, offers: { card: string; take: string[] }[] = [], seat: number | null = 0): void {
  line.hear({ t: 'welcome', you: me, seat, now: Date.now(), picture, offers, present: [true, true], watching: 0 });
}

function tell(...events: Seen[]): void {
  line.hear({ t: 'events', events, now: Date.now(), offers: [] });
}

/** A picture in the midst of a deal, and a play of its seat in turn. */
function midst(): { picture: Picture; played: (more: Partial<Played>) => Played } {
  const picture = Object.values(stream.pictures).find((one) => one.deal?.turn === 0 && one.deal.floor.length > 1 && one.deal.hand.length > 1)!;
  const deal = picture.deal!;
  const played = (more: Partial<Played>): Played => ({
    k: 'played', v: picture.v + 1, at: 0, seat: 0, card: deal.hand[0]!, captured: [], scores: deal.scores, turn: 1, ...more,
  });
  return { picture, played };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  Object.assign(settings, { speed: 'none', sound: false });
  const words = { 'tell.trail.own': '{card} stays', 'tell.capture.own': '{card} takes {cards}', 'tell.leavings.own': 'left over: {cards}' };
  language.catalogues = { en: { language: 'en', rtl: false, digits: '0123456789', words } };
  game = new Game('abc');
  line.onopen?.();
});

afterEach(() => {
  game.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a match that is heard in one message is followed into the next one', async () => {
  welcome(stream.first, [], null);
  tell(...stream.events);
  await settle();
  const last = stream.events.at(-1)!.v;
  expect(game.picture!.v).toBe(last);
  expect([game.picture!.match, game.picture!.phase]).toEqual([2, 'playing']);
  expect([game.seat, game.picture!.occupants[1]?.id]).toEqual([1, 'p0']);
  expect(game.spoken.length).toBeGreaterThan(10);
});

test('UI-016 every play is told once, and none replaces another', async () => {
  const { picture, played } = midst();
  welcome(picture);
  tell(played({}));
  await settle();
  expect(game.spoken.map(({ text }) => text).filter((text) => text.includes('stays')).length).toBe(1);
});

test('UI-005 a card that stays on the floor is no basra', async () => {
  const { picture, played } = midst();
  welcome({ ...picture, deal: { ...picture.deal!, floor: [] } });
  tell(played({}));
  await settle();
  expect(game.flash).toBeNull();
});

test('UI-006 a jack that clears the floor is no basra unless the server says so', async () => {
  const { picture, played } = midst();
  welcome(picture);
  tell(played({ captured: picture.deal!.floor, swept: true }));
  await settle();
  expect(game.flash).toBeNull();
});

test('a basra is felt, and its card sticks out of the pile', async () => {
  const { picture, played } = midst();
  welcome(picture);
  const event = played({ captured: picture.deal!.floor, swept: true, basra: 10 });
  tell(event);
  await settle();
  expect(game.flash).toBe(10);
  expect(game.picture!.deal!.piles[0]!.basras).toContain(event.card);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(game.flash).toBeNull();
});

test('UI-007 leavings go to the pile of the taker and are no basra', async () => {
  const { picture, played } = midst();
  const { floor, piles, hand } = picture.deal!;
  welcome(picture);
  tell(played({ leavings: [...floor, hand[0]!], taker: 1 }));
  await settle();
  expect(game.flash).toBeNull();
  expect(game.picture!.deal!.floor).toEqual([]);
  expect(game.picture!.deal!.piles[1]!.count).toBe(piles[1]!.count + floor.length + 1);
});

test('a gap is asked about, and nothing after it is shown before the fresh picture', async () => {
  const { picture, played } = midst();
  welcome(picture);
  tell(played({ v: picture.v + 2 }));
  await settle();
  expect(game.picture!.v).toBe(picture.v);
  expect(line.sent.at(-1)).toMatchObject({ t: 'sync' });
  const fresh = { ...picture, v: picture.v + 2 };
  welcome(fresh);
  await settle();
  expect(game.picture).toEqual(fresh);
});

test('of what was taken back a picture comes by itself and is not asked for', async () => {
  const { picture, played } = midst();
  const event = played({});
  welcome(picture);
  tell(event);
  await settle();
  expect(game.picture!.deal!.hand).not.toContain(event.card);
  tell({ k: 'takenback', v: picture.v + 2, at: 0, seat: 0, plays: 1, turn: 0 });
  const fresh = { ...picture, v: picture.v + 2 };
  welcome(fresh);
  await settle();
  expect(line.sent.filter((message) => message.t === 'sync')).toEqual([]);
  expect(game.picture).toEqual(fresh);
});

test('a hidden event is no gap', async () => {
  const { picture } = midst();
  welcome(picture);
  tell({ v: picture.v + 1 });
  await settle();
  expect(game.picture!.v).toBe(picture.v + 1);
});

test('touching a card twice plays it once, however often it is touched', async () => {
  const { picture } = midst();
  const card = picture.deal!.hand[0]!;
  welcome(picture, [{ card, take: [] }]);
  await settle();
  for (let times = 0; times < 5; times += 1) game.touch(card);
  const plays = line.sent.filter((message) => message.t === 'play');
  expect(plays).toMatchObject([{ card, take: [], v: picture.v }]);
});

test('UI-020 a card chosen before others played is validated against the new offers', async () => {
  const { picture } = midst();
  const [card, other] = picture.deal!.hand as [string, string];
  welcome(picture, [{ card, take: [] }, { card: other, take: [] }]);
  await settle();
  game.touch(card);
  line.hear({ t: 'events', events: [{ v: picture.v + 1 }], now: Date.now(), offers: [{ card: other, take: [] }] });
  await settle();
  game.touch(card);
  expect(line.sent.some((message) => message.t === 'play')).toBe(false);
  expect(game.notice!.key).toBe('web.table.not_offered');
});

test('UI-032 a refusal shows its reason, and the card can be played again', async () => {
  const { picture } = midst();
  const card = picture.deal!.hand[0]!;
  welcome(picture, [{ card, take: [] }]);
  await settle();
  game.touch(card);
  game.touch(card);
  const { id } = line.sent.find((message) => message.t === 'play') as { id: string };
  line.hear({ t: 'refused', id, error: { key: 'error.table.stale', facts: {} }, v: picture.v });
  await settle();
  expect(game.notice!.key).toBe('error.table.stale');
  expect(game.turn).toBe(true);
});

test('without a line nothing can be played, and it is said why', async () => {
  const { picture } = midst();
  const card = picture.deal!.hand[0]!;
  welcome(picture, [{ card, take: [] }]);
  await settle();
  line.onclose?.({});
  expect(game.turn).toBe(false);
  game.touch(card);
  game.touch(card);
  expect(game.notice!.key).toBe('web.table.offline');
});

test('UI-018 what is told of others names no card of theirs that was not played', async () => {
  const spectator = streams.find((one) => one.id === null)!;
  welcome(spectator.first, [], null);
  tell(...spectator.events);
  await settle();
  expect(game.picture!.deal!.hand).toEqual([]);
  expect(game.picture!.deal!.hands).toBeNull();
});

test('only cards on their way make a table busy: who asks for another match takes no button away', async () => {
  const { picture, played } = midst();
  welcome({ ...picture, ready: picture.ready.map(() => false) });
  await settle();
  const busy = vi.spyOn(game, 'busy', 'set');
  tell({ k: 'readied', v: picture.v + 1, at: 0, seat: 1, ready: true });
  await settle();
  expect(game.picture?.ready[1]).toBe(true);
  expect(busy).not.toHaveBeenCalledWith(true);
  tell(played({ v: picture.v + 2 }));
  await settle();
  expect(busy).toHaveBeenCalledWith(true);
});
