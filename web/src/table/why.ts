/** Why a play is better than another: the sentence of a reason, its cards named as the reader names them. */
import { cardName, type Style } from '../cards/names';
import type { Reason } from '../lib/messages';
import { say, type Facts } from '../lib/words.svelte';
import { cardNames } from './tell';

const PLAYS = new Set(['worse', 'better']);
const CARDS = new Set(['card', 'cards', 'mate', 'komi']);

/** The cards of a text such as `4c5h`. */
function cardsOf(text: string): string[] {
  return text.match(/../g) ?? [];
}

/** A play such as `9dx4c5h` as a part of a sentence. */
export function playName(play: string, style: Style = 'symbols'): string {
  const [card = '', taken = ''] = play.split('x');
  if (!taken) return cardName(card, style);
  return say('review.capture', { card: cardName(card, style), cards: cardNames(cardsOf(taken), style) });
}

export function tellReason(reason: Reason, style: Style = 'symbols'): string {
  const facts: Facts = {};
  for (const [name, fact] of Object.entries(reason.facts)) {
    if (PLAYS.has(name)) facts[name] = playName(String(fact), style);
    else if (CARDS.has(name)) facts[name] = cardNames(cardsOf(String(fact)), style);
    else facts[name] = fact;
  }
  return say(reason.key, facts);
}
