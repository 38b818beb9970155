/** The line to a table: what happens when it breaks, goes silent or comes back. */
// @vitest-environment node
import { beforeEach, expect, test } from 'vitest';
import type { FromServer, Welcome } from '../src/lib/messages';
import { addressOf, backOff, LIVENESS, RENEWAL, TableSocket, type Line, type Surroundings, type Wire } from '../src/lib/socket';

class FakeWire implements Wire {
  readyState = 0;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  onerror: Wire['onerror'] = null;
  sent: Record<string, unknown>[] = [];
  constructor(readonly url: string) {}
  send = (text: string) => void this.sent.push(JSON.parse(text));
  close = () => void (this.readyState = 3);
  open() {
    this.readyState = 1;
    this.onopen?.({} as never);
  }
  hear(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break() {
    this.readyState = 3;
    this.onclose?.({});
  }
}

class FakeWorld implements Surroundings {
  wires: FakeWire[] = [];
  time = 0;
  #ids = 0;
  #timers: { at: number; what: () => void }[] = [];
  connect = (url: string) => {
    const wire = new FakeWire(url);
    this.wires.push(wire);
    return wire;
  };
  now = () => this.time;
  random = () => 0.5;
  id = () => `c${(this.#ids += 1)}`;
  after = (ms: number, what: () => void) => {
    const timer = { at: this.time + ms, what };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  };
  pass(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const [next] = this.#timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.time = next.at;
      next.what();
    }
    this.time = end;
  }
  get last() {
    return this.wires.at(-1)!;
  }
}

const welcome: Welcome = { t: 'welcome', you: null, seat: null, now: 0, picture: null, offers: [], present: [], watching: 0 };
let world: FakeWorld;
let lines: Line[];
let heard: FromServer[];
let version: number | null;
let token: string | null;
let strangers: string[];
let socket: TableSocket;

beforeEach(() => {
  world = new FakeWorld();
  [lines, heard, version, token, strangers] = [[], [], null, 'secret', []];
  const listener = {
    version: () => version,
    heard: (message: FromServer) => void heard.push(message),
    line: (state: Line) => void lines.push(state),
    stranger: (used: string) => void strangers.push(used),
  };
  socket = new TableSocket((v) => `ws://x/ws${v === null ? '' : `?v=${v}`}`, () => token, listener, world);
  socket.open();
});

function arrive() {
  world.last.open();
  world.last.hear(welcome);
}

test('the address is as safe as the page and names the version', () => {
  expect(addressOf({ protocol: 'https:', host: 'b.example' }, 'a/b', 7)).toBe('wss://b.example/ws/tables/a%2Fb?v=7');
  expect(addressOf({ protocol: 'http:', host: 'localhost:8000' }, 'abc', null)).toBe('ws://localhost:8000/ws/tables/abc');
});

test('hello is the first frame', () => {
  world.last.open();
  expect(world.last.sent).toEqual([{ t: 'hello', token: 'secret' }]);
});

test('a line is online when it is welcomed, and offline when it breaks', () => {
  arrive();
  world.last.break();
  expect(lines).toEqual(['connecting', 'online', 'offline']);
});

test('a broken line resumes at the version that was seen', () => {
  arrive();
  version = 12;
  world.last.break();
  world.pass(LIVENESS);
  expect(world.last.url).toBe('ws://x/ws?v=12');
});

test('the wait grows with every try, up to its limit, with full jitter', () => {
  expect([0, 1, 2, 3].map((tries) => backOff(tries, 1))).toEqual([400, 800, 1600, 3200]);
  expect(backOff(40, 1)).toBe(15_000);
  expect(backOff(5, 0)).toBe(0);
});

test('a command is sent again after a break until it is answered, with the same id', async () => {
  arrive();
  const answer = socket.ask({ t: 'goon' });
  world.last.break();
  world.pass(5_000);
  arrive();
  expect(world.wires.length).toBe(2);
  expect(world.last.sent).toContainEqual({ t: 'goon', id: 'c1' });
  world.last.hear({ t: 'ack', id: 'c1', v: 3 });
  expect(await answer).toEqual({ done: true, v: 3 });
  world.last.break();
  world.pass(5_000);
  arrive();
  expect(world.last.sent).not.toContainEqual({ t: 'goon', id: 'c1' });
});

test('a command asked while there is no line is sent when there is one', () => {
  void socket.ask({ t: 'undo' });
  arrive();
  expect(world.last.sent).toContainEqual({ t: 'undo', id: 'c1' });
});

test('a refusal is the answer, with its reason', async () => {
  arrive();
  const answer = socket.ask({ t: 'stand' });
  const error = { key: 'error.table.no_seat', facts: {} };
  world.last.hear({ t: 'refused', id: 'c1', error, v: 4 });
  expect(await answer).toEqual({ done: false, error });
});

test('a silent line is asked for a sign of life, and given up without one', () => {
  arrive();
  world.pass(LIVENESS);
  expect(world.last.sent.at(-1)).toEqual({ t: 'ping', n: 1 });
  world.pass(LIVENESS);
  expect(lines.at(-1)).toBe('offline');
});

test('a line that answers stays', () => {
  arrive();
  for (let n = 1; n < 5; n += 1) {
    world.pass(LIVENESS);
    world.last.hear({ t: 'pong', n, now: 0 });
  }
  world.pass(LIVENESS - 1);
  expect(world.wires.length).toBe(1);
  expect(lines.at(-1)).toBe('online');
});

test('a page that wakes up probes its line and finds it dead soon', () => {
  arrive();
  socket.probe();
  world.pass(LIVENESS / 3);
  expect(lines.at(-1)).toBe('offline');
});

test('a page that wakes up without a line connects at once', () => {
  arrive();
  world.last.break();
  socket.probe();
  expect(world.wires.length).toBe(2);
});

test('what an old line still says is not heard', () => {
  arrive();
  const old = world.last;
  const still = old.onmessage!;
  old.break();
  world.pass(5_000);
  still({ data: JSON.stringify({ t: 'pong', n: 1, now: 0 }) });
  expect(heard.length).toBe(1);
});

test('a closed line stays closed', () => {
  arrive();
  socket.close();
  world.pass(60_000);
  socket.probe();
  expect(world.wires.length).toBe(1);
});

test('a table that there is not is not asked for again', () => {
  world.last.open();
  world.last.onclose?.({ code: 4404 });
  world.pass(60_000);
  expect(lines).toEqual(['connecting', 'missing']);
  expect(world.wires.length).toBe(1);
});

test('a token that has ended is told of, unless another tab has a new one soon', () => {
  arrive();
  version = 12;
  world.last.onclose?.({ code: 4401 });
  token = 'new';
  world.pass(RENEWAL);
  world.last.open();
  expect(strangers).toEqual([]);
  expect(world.last.sent).toEqual([{ t: 'hello', token: 'new' }]);
  world.last.onclose?.({ code: 4401 });
  expect(lines.at(-1)).toBe('offline');
  world.pass(RENEWAL);
  expect(strangers).toEqual(['new']);
});

test('who is somebody else now does not go on with what the one before was shown', () => {
  arrive();
  version = 12;
  socket.renew();
  expect(world.wires.length).toBe(1);
  token = null;
  socket.renew();
  expect(world.wires.length).toBe(2);
  expect(world.last.url).toBe('ws://x/ws');
  world.last.open();
  expect(world.last.sent).toEqual([{ t: 'hello', token: null }]);
});
