/** Choices: the match that the reader wants, kept for the next time. */
import { ask, get, type House, type Level, type Spread, type Variant } from './api';
import type { Policy } from './messages';
import { language } from './words.svelte';

export type Choices = {
  variant: string;
  seats: number;
  sides: number;
  level: string;
  /** Changed house rules: the texts of their values by name. */
  house: Record<string, string>;
  clock: number | null;
  public: boolean;
  rated: boolean;
};

const KEPT = 'basra.choices';
/** What is played where a language is at home; elsewhere the first of the list. */
const AT_HOME: Record<string, string> = { ar: 'egyptian', am: 'ethiopian' };
const FIRST: Choices = {
  variant: '',
  seats: 2,
  sides: 2,
  level: 'careful',
  house: {},
  clock: null,
  public: false,
  rated: false,
};

/** The seconds for a play that a table may have; null is no clock. */
export const CLOCKS: readonly (number | null)[] = [null, 15, 30, 60];

function kept(): Choices {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return { ...FIRST, ...(found as Partial<Choices>) };
  } catch {
    return { ...FIRST };
  }
}

/** What the server offers, read once. */
class Menu {
  variants = $state.raw<Variant[]>([]);
  levels = $state.raw<Level[]>([]);

  /** Read the menus. Throws a Refusal. */
  async read(): Promise<void> {
    [this.variants, this.levels] = await Promise.all([
      get<Variant[]>('/api/variants'),
      get<Level[]>('/api/bots'),
    ]);
    settle();
  }
}

export const menu = new Menu();
export const choices: Choices = $state(kept());

/** Remember the choices. */
export function keep(): void {
  localStorage.setItem(KEPT, JSON.stringify(choices));
}

/** Return the variant that is chosen. */
export function chosen(): Variant | undefined {
  return menu.variants.find((one) => one.key === choices.variant) ?? menu.variants[0];
}

/** Return who plays together, as the chosen variant offers it. */
export function spread(): Spread | undefined {
  const offered = chosen()?.seats ?? [];
  return (
    offered.find((one) => one.seats === choices.seats && one.sides === choices.sides) ?? offered[0]
  );
}

/** Bring choices back to what is offered. */
export function settle(): void {
  const home = menu.variants.find((one) => one.key === AT_HOME[language.code]);
  const known = menu.variants.some((one) => one.key === choices.variant);
  if (!known) choices.variant = (home ?? menu.variants[0])?.key ?? '';
  const found = spread();
  if (found) Object.assign(choices, { seats: found.seats, sides: found.sides });
  if (menu.levels.length && !menu.levels.some((one) => one.level === choices.level)) {
    choices.level = (menu.levels[2] ?? menu.levels[0])?.level ?? '';
  }
}

/** Return the text of the rules that are chosen. */
export function rulesText(): string {
  const house = Object.entries(choices.house).map(([name, text]) => `${name}=${text}`);
  return [spread()?.rules ?? '', ...house].join(';');
}

/** Read the house rules of the chosen table. Throws a Refusal. */
export function houseRules(): Promise<House[]> {
  return get<House[]>(`/api/options?rules=${encodeURIComponent(rulesText())}`);
}

/** Open a table with a bot's level by seat, and return its id. Throws a Refusal. */
export async function openTable(bots: Record<string, string>, policy: Partial<Policy>): Promise<string> {
  keep();
  const body = { rules: rulesText(), policy, bots, sit: 0 };
  return (await ask<{ id: string }>('POST', '/api/tables', body)).id;
}

/** Open a table against bots alone, and return its id. Throws a Refusal. */
export function openSolo(): Promise<string> {
  const others = Array.from({ length: (spread()?.seats ?? 2) - 1 }, (_, i) => String(i + 1));
  return openTable(Object.fromEntries(others.map((seat) => [seat, choices.level])), {});
}
