/** The pad in the browser: what was counted, and the answers that it needs without a network. */
import { get, post, type Variant } from '../lib/api';
import type { PadDeal, PadTables, PadTold } from '../lib/messages';
import { worked, type Worked } from './pad';

export type Kept = { tables: PadTables; names: string[]; deals: PadDeal[] };

const KEY = 'basra.pad';

function read(): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return found?.tables?.kinds && Array.isArray(found.deals) && Array.isArray(found.names) ? found : null;
  } catch {
    return null;
  }
}

/** Look the sheet up; what is in no table is asked of the server. */
async function result({ tables, deals }: Kept): Promise<Worked> {
  return worked(tables, deals) ?? (await post<PadTold>('/api/pad', { rules: tables.rules, deals }));
}

/** Read the answers for the games as they are usually played, so that they are there later. */
export async function warm(variants: readonly Variant[]): Promise<void> {
  for (const one of variants) await tablesOf(one.rules).catch(() => undefined);
}

function tablesOf(rules: string): Promise<PadTables> {
  return get<PadTables>(`/api/pad/tables?rules=${encodeURIComponent(rules)}`);
}

class Sheet {
  kept = $state.raw<Kept | null>(read());
  /** The sheet; null while the library is asked for what is in no table. */
  told = $state.raw<Worked | null>(null);

  /** Work out the pad that was kept. Throws a Refusal where that needs a network and there is none. */
  async work(): Promise<void> {
    if (this.kept && !this.told) this.told = await result(this.kept);
  }

  /** Begin a new pad. Throws a Refusal where the rules were never read before. */
  async begin(rules: string, names: string[]): Promise<void> {
    await this.keep({ tables: await tablesOf(rules), names, deals: [] });
  }

  /** Keep a deal more. Throws a Refusal where it is in no table and there is no network. */
  async add(deal: PadDeal): Promise<void> {
    if (this.kept) await this.keep({ ...this.kept, deals: [...this.kept.deals, deal] });
  }

  /** Take the last deal off, and return it. */
  async undo(): Promise<PadDeal | undefined> {
    const last = this.kept?.deals.at(-1);
    if (this.kept) await this.keep({ ...this.kept, deals: this.kept.deals.slice(0, -1) });
    return last;
  }

  /** Throw the pad away. */
  clear(): void {
    localStorage.removeItem(KEY);
    this.kept = this.told = null;
  }

  private async keep(kept: Kept): Promise<void> {
    const told = await result(kept);
    localStorage.setItem(KEY, JSON.stringify(kept));
    this.kept = kept;
    this.told = told;
  }
}

/** The pad of this browser. */
export const sheet = new Sheet();
