/** The table where the reader's match goes on, kept so that it is found again from the first page. */

const KEPT = 'basra.table';

/** The id of that table, if there is one. */
export function lastTable(): string | null {
  return localStorage.getItem(KEPT);
}

/** Keep the table where the reader plays, or forget it where that is over. */
export function keepTable(id: string, playing: boolean): void {
  if (playing) localStorage.setItem(KEPT, id);
  else if (lastTable() === id) localStorage.removeItem(KEPT);
}
