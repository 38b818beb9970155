/** What the pad calls sides and kinds of basras. */
import { say } from '../lib/words.svelte';

/** Return the name of a side, or the letter it goes by. */
export function sideName(names: readonly string[], side: number): string {
  return names[side] ?? say('web.pad.side', { letter: 'ABCD'[side] ?? '' });
}

/** Return what a kind of basra is called: the rank of the card, where that counts. */
export function kindName(name: string): string {
  return name === 'basra' ? say('web.pad.basra') : name;
}
