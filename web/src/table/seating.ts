/** Where the seats are around the table, as the reader sees them, and whose pile lies where. */
import { sideOf } from '../lib/fold';

export type Place = 'south' | 'west' | 'north' | 'east';

const ROUND: Record<number, Place[]> = {
  2: ['north'],
  3: ['west', 'east'],
  4: ['west', 'north', 'east'],
};

/** The place of every seat; seats are numbered in order of play, `direction` 1 goes to the right. */
export function places(seats: number, own: number, direction: number): Place[] {
  const round = ROUND[seats] ?? [];
  const sits = direction === 1 ? [...round].reverse() : round;
  const found: Place[] = new Array<Place>(seats).fill('south');
  sits.forEach((place, at) => (found[(own + at + 1) % seats] = place));
  return found;
}

/** All sides, the reader's own first. */
export function sidesTold(sides: number, own: number | null): number[] {
  const mine = own === null ? 0 : sideOf(sides, own);
  return Array.from({ length: sides }, (_, at) => (mine + at) % sides);
}

/** The seats of a side. */
export function seatsOf(seats: number, sides: number, side: number): number[] {
  return Array.from({ length: seats }, (_, seat) => seat).filter((seat) => sideOf(sides, seat) === side);
}

/** The seat before which the pile of a side lies: the reader's own, else the next in turn. */
export function pileSeat(seats: number, sides: number, side: number, own: number): number {
  const order = Array.from({ length: seats }, (_, at) => (own + at) % seats);
  return order.find((seat) => sideOf(sides, seat) === side) ?? side;
}
