/** The feed: one line for whoever is known or looks, and none for others. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { FromServer, Notice, Row } from '../src/lib/messages';
import type { Surroundings, Wire } from '../src/lib/socket';
import { RENEWAL } from '../src/lib/socket';

class FakeWire implements Wire {
  readyState = 1;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  onerror: Wire['onerror'] = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  constructor(readonly url: string) {}
  send = (text: string) => void this.sent.push(JSON.parse(text) as Record<string, unknown>);
  close = () => void (this.closed = true);
  hear(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let wires: FakeWire[];
let waiting: { ms: number; what: () => void }[];
const world: Surroundings = {
  connect: (url) => {
    const wire = new FakeWire(url);
    wires.push(wire);
    return wire;
  },
  random: () => 0.5,
  after: (ms, what) => {
    const one = { ms, what };
    waiting.push(one);
    return () => void (waiting = waiting.filter((other) => other !== one));
  },
  id: () => 'c1',
};
const list: FromServer = { t: 'lobby', tables: [{ id: 't1' } as Row], people: 3 };
const notice: Notice = { kind: 'review', about: 'r1', at: 1, path: '/me', facts: {}, read: false };

const { setToken, forget } = await import('../src/lib/api');
const { Feed } = await import('../src/lib/feed.svelte');
const { notices } = await import('../src/lib/notices.svelte');
let feed: InstanceType<typeof Feed>;
let stop: () => void = () => {};

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  stop();
  localStorage.clear();
  wires = [];
  waiting = [];
  feed = new Feed(world);
  stop = feed.start();
});

/** Open the newest line, and hear the list that all hear first. */
function arrive(): FakeWire {
  const wire = wires.at(-1)!;
  wire.onopen?.({} as never);
  wire.hear(list);
  return wire;
}

test('a stranger who does not look needs no line, and one who looks has one while looking', () => {
  expect(wires).toEqual([]);
  const look = feed.look();
  const wire = arrive();
  expect(wire.sent).toEqual([{ t: 'hello', token: null }]);
  expect([feed.heard, feed.people, feed.tables.map((row) => row.id)]).toEqual([true, 3, ['t1']]);
  look();
  expect([wire.closed, feed.heard]).toEqual([true, false]);
});

test('who is known keeps the line, and is told the tables only while looking', () => {
  setToken('secret');
  const wire = arrive();
  expect(wire.sent).toEqual([{ t: 'hello', token: 'secret' }, { t: 'look', tables: false }]);
  expect(feed.heard).toBe(false);
  const look = feed.look();
  expect(wire.sent.at(-1)).toEqual({ t: 'look', tables: true });
  wire.hear(list);
  expect(feed.heard).toBe(true);
  look();
  expect(wire.sent.at(-1)).toEqual({ t: 'look', tables: false });
  expect([wires.length, wire.closed]).toEqual([1, false]);
});

test('what concerns one person is gone when the reader is another', () => {
  setToken('one');
  const wire = arrive();
  wire.hear({ t: 'whereabouts', people: { u1: { state: 'here' } } });
  wire.hear({ t: 'notices', notices: [notice] });
  expect([feed.places.u1?.state, notices.unread]).toEqual(['here', 1]);
  setToken('other');
  expect([wire.closed, feed.places, notices.all]).toEqual([true, {}, []]);
  expect(arrive().sent[0]).toEqual({ t: 'hello', token: 'other' });
  forget();
  expect([wires.length, feed.known]).toEqual([2, false]);
});

test('a token that opens nothing is forgotten, and who looks on goes on as nobody', () => {
  setToken('old');
  feed.look();
  arrive().onclose?.({ code: 4401 });
  waiting.find((one) => one.ms === RENEWAL)?.what();
  expect(arrive().sent).toEqual([{ t: 'hello', token: null }]);
  expect(feed.known).toBe(false);
});

test('a line that breaks comes back with all that was missed', () => {
  setToken('secret');
  arrive().onclose?.({});
  waiting.at(-1)?.what();
  expect(wires.length).toBe(2);
  arrive().hear({ t: 'notices', notices: [notice] });
  expect(notices.all).toEqual([notice]);
});
