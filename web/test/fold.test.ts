/** The folded picture is the server's picture, for every reader and at every version that was kept. */
// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { fold, gap, needsPicture, seatAfter } from '../src/lib/fold';
import type { Picture, Seen } from '../src/lib/messages';

type Stream = { rules: string; id: string | null; first: Picture; events: Seen[]; pictures: Record<string, Picture> };

const file = new URL('./fixtures/streams.json', import.meta.url).pathname;
const streams = JSON.parse(readFileSync(file, 'utf8')) as Stream[];

/** A field that is left out is one without a value: events leave out what is usual. */
function plain(picture: Picture): unknown {
  return JSON.parse(
    JSON.stringify(picture, (name, value: unknown) => {
      const usual = value === null || (name === 'leavings' && (value as string[]).length === 0);
      return usual ? undefined : value;
    }),
  );
}

describe.each(streams.map((stream) => [`${stream.rules} for ${stream.id ?? 'one who looks on'}`, stream] as const))('%s', (_, stream) => {
  test('the fold is the picture of the server', () => {
    let picture = stream.first;
    let seat: number | null = null;
    let compared = 0;
    for (const event of stream.events) {
      expect(gap(picture.v, event)).toBeNull();
      expect(needsPicture(picture, event)).toBe(false);
      seat = seatAfter(seat, event, stream.id, picture.seats);
      picture = fold(picture, event, seat);
      const expected = stream.pictures[picture.v];
      if (!expected) continue;
      compared += 1;
      expect(plain(picture)).toEqual(plain(expected));
    }
    expect(compared).toBeGreaterThan(2);
  });

  test('an event that was seen changes nothing the second time', () => {
    const event = stream.events[0]!;
    const once = fold(stream.first, event, null);
    expect(fold(once, event, null)).toBe(once);
  });
});

test('a hidden event advances the version and nothing else', () => {
  const { first } = streams[0]!;
  expect(fold(first, { v: first.v + 1 }, 0)).toEqual({ ...first, v: first.v + 1 });
});

test('a missing version is a gap', () => {
  expect(gap(4, { v: 6 })).toBe(5);
  expect(gap(4, { v: 5 })).toBeNull();
});

test('plays that were taken back need a fresh picture', () => {
  const event = { k: 'takenback', v: 9, at: 0, seat: 0, plays: 3, turn: 0 } as const;
  expect(needsPicture(streams[0]!.first, event)).toBe(true);
});

describe('one who plays against a bot', () => {
  const stream = streams.find((one) => one.first.seats === 2 && one.id === 'p0')!;
  const offered = (first: Picture) => {
    let picture = first;
    let seat: number | null = null;
    return stream.events.map((event) => {
      seat = seatAfter(seat, event, stream.id, picture.seats);
      picture = fold(picture, event, seat);
      return picture.can_undo || picture.can_hint;
    });
  };

  test('is offered nothing at a rated table that is refused there', () => {
    expect(offered(stream.first)).toContain(true);
    expect(offered({ ...stream.first, policy: { ...stream.first.policy, rated: true } })).not.toContain(true);
  });

  test('is offered neither while a bot plays for it', () => {
    const own = Object.values(stream.pictures).find((one) => one.can_undo && one.can_hint)!;
    const left = { k: 'absent', v: own.v + 1, at: 0, seat: own.deal!.turn!, level: 'careful', why: 'left' } as const;
    const { can_undo, can_hint } = fold(own, left, own.deal!.turn);
    expect([can_undo, can_hint]).toEqual([false, false]);
  });
});
