/** Where cards lie: the fan of a hand, and the places of the floor that cards keep. */

export type Grid = { columns: number; rows: number; width: number; height: number };
export type Spot = { x: number; y: number };
export type Leaf = { x: number; y: number; turn: number };

/** Height of a card for its width. */
export const RATIO = 1.4;
const GAP = 8;
const STEPS = [8, 12, 16, 20, 24, 30, 36, 42, 52];

/** The number of places that a floor keeps, so that it seldom has to be laid out anew. */
export function capacity(needed: number): number {
  return STEPS.find((step) => step >= needed) ?? needed;
}

/** The grid of `places` whose cards are largest in the room. */
export function grid(places: number, room: { width: number; height: number }, widest: number): Grid {
  let best: Grid = { columns: 1, rows: places, width: 0, height: 0 };
  for (let columns = 1; columns <= places; columns += 1) {
    const rows = Math.ceil(places / columns);
    const across = (room.width - GAP * (columns + 1)) / columns;
    const down = (room.height - GAP * (rows + 1)) / rows / RATIO;
    const width = Math.floor(Math.min(across, down, widest));
    // Even rows look settled around the middle; they win unless others are clearly larger.
    const favour = columns % 2 === 0 ? 1.08 : 1;
    const bestFavour = best.columns % 2 === 0 ? 1.08 : 1;
    if (width * favour > best.width * bestFavour) best = { columns, rows, width, height: width * RATIO };
  }
  return best;
}

/** The cells of a grid from the middle outwards, as what is left and above of the middle. */
export function spots(grid: Grid): Spot[] {
  const cells: Spot[] = [];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      cells.push({
        x: (column - (grid.columns - 1) / 2) * (grid.width + GAP),
        y: (row - (grid.rows - 1) / 2) * (grid.height + GAP),
      });
    }
  }
  const far = ({ x, y }: Spot) => Math.hypot(x, y * 0.9);
  return cells
    .map((cell, at) => ({ cell, at }))
    .sort((a, b) => Math.round(far(a.cell) - far(b.cell)) || a.at - b.at)
    .map(({ cell }) => cell);
}

/** Give each card of a floor its place: those that lay there keep theirs, new ones fill gaps. */
export function settle(before: ReadonlyMap<string, number>, floor: readonly string[]): Map<string, number> {
  const after = new Map<string, number>();
  const taken = new Set<number>();
  for (const card of floor) {
    const place = before.get(card);
    if (place === undefined) continue;
    after.set(card, place);
    taken.add(place);
  }
  let next = 0;
  for (const card of floor) {
    if (after.has(card)) continue;
    while (taken.has(next)) next += 1;
    after.set(card, next);
    taken.add(next);
  }
  return after;
}

/** The fan of `count` cards in `room`; x is the middle of a card, from the start of the line. */
export function fan(count: number, room: number, width: number): Leaf[] {
  const most = width * (count > 6 ? 0.72 : 1.03);
  const step = count > 1 ? Math.min(most, (room - width * 1.22) / (count - 1)) : 0;
  const spread = Math.min(4, 26 / Math.max(count, 1));
  return Array.from({ length: count }, (_, at) => {
    const off = at - (count - 1) / 2;
    return { x: room / 2 + off * step, y: off * off * spread * 0.55, turn: off * spread };
  });
}

/** A little tilt of its own for each card, always the same: people do not lay cards by ruler. */
export function tilt(card: string): number {
  const seed = (card.charCodeAt(0) * 31 + card.charCodeAt(1) * 17) % 11;
  return (seed - 5) * 0.5;
}
