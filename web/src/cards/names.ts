/** Names of cards, for those who hear the page or read the corners in their own letters. */
import { number, say } from '../lib/words.svelte';
import { parts } from './faces';

/** Return the name of a card in a sentence: the seven of diamonds. */
export function cardName(card: string): string {
  const [rank, suit] = parts(card);
  return say('card.name', { rank: rankName(rank), suit: say(`card.suit.${suit}`) });
}

/** Return the names of cards as a list. */
export function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(say('web.comma'));
}

function rankName(rank: string): string {
  if (rank === 'T') return number(10);
  return /\d/.test(rank) ? number(Number(rank)) : say(`card.name.${rank}`);
}

/** Return what stands in the corner of a card. */
export function corner(rank: string, letters: 'latin' | 'local'): string {
  if (letters === 'latin') return rank === 'T' ? '10' : rank;
  if (rank === 'T') return number(10);
  return /\d/.test(rank) ? number(Number(rank)) : say(`card.letter.${rank}`);
}
