/** What the table works out by itself: places, fans, choices. Names of cases are those of the list of faults. */
// @vitest-environment node
import { expect, test } from 'vitest';
import { digitPlace, holds, lit, offersFor } from '../src/table/choosing';
import { capacity, fan, grid, settle, spots } from '../src/table/layout';
import { pileSeat, places, seatsOf, sidesTold } from '../src/table/seating';
import type { Offer } from '../src/lib/messages';

// --- seats ------------------------------------------------------------------------------------

test('the next in turn sits on the right where the turn goes to the right', () => {
  expect(places(4, 0, 1)).toEqual(['south', 'east', 'north', 'west']);
  expect(places(4, 0, 0)).toEqual(['south', 'west', 'north', 'east']);
});

test('everybody sees their own seat before them', () => {
  for (const [seats, own] of [[2, 1], [3, 2], [4, 3]] as const) {
    expect(places(seats, own, 1)[own]).toBe('south');
    expect(new Set(places(seats, own, 1)).size).toBe(seats);
  }
  expect(places(4, 1, 1)[3]).toBe('north');
});

test('UI-010 the own side is told first, the others in their order', () => {
  expect(sidesTold(2, 3)).toEqual([1, 0]);
  expect(sidesTold(3, 1)).toEqual([1, 2, 0]);
  expect(sidesTold(2, null)).toEqual([0, 1]);
});

test('partners sit opposite, and their pile lies at one seat', () => {
  expect(seatsOf(4, 2, 1)).toEqual([1, 3]);
  expect(pileSeat(4, 2, 0, 2)).toBe(2);
  expect(pileSeat(4, 2, 1, 2)).toBe(3);
});

// --- the floor --------------------------------------------------------------------------------

test('UI-026 cards keep their place when others are captured, and new ones fill the gaps', () => {
  const nine = ['2c', '3c', '4c', '5c', '6c', '7c', '8c', '9c', 'Tc'];
  const before = settle(new Map(), nine);
  const left = nine.filter((card) => card !== '3c' && card !== '8c');
  const after = settle(before, left);
  for (const card of left) expect(after.get(card)).toBe(before.get(card));
  const filled = settle(after, [...left, 'Kd']);
  expect(filled.get('Kd')).toBe(before.get('3c'));
  for (const card of left) expect(filled.get(card)).toBe(before.get(card));
});

test('no two cards lie in one place', () => {
  let slots = settle(new Map(), ['2c', '3c']);
  slots = settle(slots, ['3c', '4c', '5c', '6c']);
  expect(new Set(slots.values()).size).toBe(slots.size);
});

test.each([[374, 430], [560, 200], [800, 440]])('a floor of 24 cards fits into %i by %i', (width, height) => {
  const laid = grid(capacity(24), { width, height }, 118);
  expect(laid.columns * laid.rows).toBeGreaterThanOrEqual(24);
  for (const { x, y } of spots(laid)) {
    expect(Math.abs(x) + laid.width / 2).toBeLessThanOrEqual(width / 2);
    expect(Math.abs(y) + laid.height / 2).toBeLessThanOrEqual(height / 2);
  }
  expect(laid.width).toBeGreaterThan(35);
});

// --- the hand ---------------------------------------------------------------------------------

test.each([1, 4, 6, 12])('a fan of %i cards stays in a room of 390', (count) => {
  const leaves = fan(count, 390, 104);
  expect(leaves.length).toBe(count);
  for (const { x } of leaves) {
    expect(x - 52).toBeGreaterThanOrEqual(0);
    expect(x + 52).toBeLessThanOrEqual(390);
  }
});

test('each card of a fan shows at least its index', () => {
  const leaves = fan(12, 390, 104);
  for (let at = 1; at < leaves.length; at += 1) expect(leaves[at]!.x - leaves[at - 1]!.x).toBeGreaterThan(22);
});

test('UI-019 every card of a hand of twelve has a key', () => {
  const codes = ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0', 'Minus', 'Equal'];
  expect(codes.map(digitPlace)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(digitPlace('Numpad3')).toBe(2);
  expect(digitPlace('KeyA')).toBeNull();
});

// --- choices ----------------------------------------------------------------------------------

const offers: Offer[] = [
  { card: '9d', take: ['4c', '5h'] },
  { card: '9d', take: ['2c', '7s'], basra: 10, clears: true },
  { card: '9d', take: ['5h', '4c'] },
  { card: 'Kh', take: [] },
];

test('UI-022 sets that are the same are one choice', () => {
  expect(offersFor(offers, '9d').map((offer) => offer.take)).toEqual([['4c', '5h'], ['2c', '7s']]);
  expect(offersFor(offers, 'Kh').length).toBe(1);
});

test('a chosen card lights up all that it could take', () => {
  expect(lit(offers, '9d')).toEqual(new Set(['4c', '5h', '2c', '7s']));
  expect(lit(offers, null)).toEqual(new Set());
});

test('UI-020 a choice holds only while it is offered', () => {
  expect(holds(offers, { card: '9d', take: ['5h', '4c'] })).toBe(true);
  expect(holds(offers.slice(3), { card: '9d', take: ['5h', '4c'] })).toBe(false);
});
