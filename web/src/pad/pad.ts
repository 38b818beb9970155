/** A score pad: the sheet worked out by looking up what the library answered beforehand. */
import type { PadDeal, PadLine, PadTables, PadTold, Standing } from '../lib/messages';

export type Worked = Omit<PadTold, 'text'>;
export const LETTERS = 'abcd';

/** Return a deal in which nothing has been counted yet. */
export function blank(sides: number): PadDeal {
  return {
    points: Array.from({ length: sides }, () => 0),
    leaders: [],
    basras: Array.from({ length: sides }, () => ({})),
  };
}

/** Return who has the most of something, as letters. */
export function ahead(numbers: readonly number[]): string {
  const most = Math.max(...numbers);
  return numbers.map((one, side) => (one === most ? LETTERS[side] : '')).join('');
}

/** Return who has most cards in a deal, as letters; nothing if that has not been told. */
export function most(deal: PadDeal): string {
  if (deal.cards) return deal.cards.some(Boolean) ? ahead(deal.cards) : '';
  return [...(deal.leaders ?? [])].sort().map((side) => LETTERS[side]).join('');
}

/** Return the sheet of some deals; null if the tables do not go so far, or a deal is not whole. */
export function worked(tables: PadTables, deals: readonly PadDeal[]): Worked | null {
  const worth = new Map(tables.kinds.map((kind) => [kind.name, kind.points]));
  const nothing = () => Array.from({ length: tables.sides }, () => 0);
  const fresh = (wins: number[]): Standing => ({
    totals: nothing(), carried: 0, target: tables.target, wins, winner: null, over: false,
  });
  let standing = fresh(nothing());
  let begins = standing;
  const lines: PadLine[] = [];
  for (const deal of deals) {
    const before = begins;
    const share = tables.majority[String(before.carried)]?.[most(deal)];
    if (!share) return null;
    const basras = deal.basras.map((made) =>
      Object.entries(made).reduce((sum, [kind, count]) => sum + count * (worth.get(kind) ?? 0), 0),
    );
    const scores = deal.points.map((cards, side) => cards + (basras[side] ?? 0) + (share.awards[side] ?? 0));
    const totals = before.totals.map((total, side) => total + (scores[side] ?? 0));
    const best = Math.max(...totals);
    const end = tables.ends[String(before.target)]?.[ahead(totals)]?.findLast((one) => one.least <= best);
    if (!end || best > tables.limit) return null;
    const step = tables.steps[before.wins.join('-')]?.[String(end.outcome)];
    standing = {
      totals,
      carried: share.carry,
      target: end.target,
      wins: step?.wins ?? before.wins,
      winner: step?.winner ?? null,
      over: step?.over ?? false,
    };
    begins = step ? fresh(step.wins) : standing;
    lines.push({ points: deal.points, basras, majority: share.awards, scores, carried: before.carried, standing });
  }
  return { lines, standing, carried: begins.carried };
}
