/** Names of cards: in a sentence, to be seen or to be heard, and in the corners. */
import { language, number, say } from '../lib/words.svelte';
import { parts } from './faces';

const SYMBOLS = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** How cards are written: with symbols to be seen, in words to be heard. */
export type Style = 'symbols' | 'words';

/** The name of a card: `9♦`, or "9 of diamonds". */
export function cardName(card: string, style: Style = 'symbols'): string {
  const [rank, suit] = parts(card);
  const court = 'AJQK'.includes(rank);
  if (style === 'words') {
    const named = court ? say(`card.name.${rank}`) : number(pips(rank));
    return say('card.name', { rank: named, suit: say(`card.suit.${suit}`) });
  }
  // As it is printed on the card, whatever the digits of the language.
  const name = (court ? say(`card.letter.${rank}`) : String(pips(rank))) + SYMBOLS[suit];
  // In a sentence from right to left the symbol must not change sides.
  return language.rtl ? `\u2066${name}\u2069` : name;
}

/** What stands in the corner of a card. */
export function corner(rank: string, letters: 'latin' | 'local'): string {
  if (letters === 'latin') return rank === 'T' ? '10' : rank;
  return 'AJQK'.includes(rank) ? say(`card.letter.${rank}`) : number(pips(rank));
}

/** The number of a numeral. */
function pips(rank: string): number {
  return rank === 'T' ? 10 : Number(rank);
}
