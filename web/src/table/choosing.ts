/** Choosing a play among the offers: what a card would do, and whether a choice still holds. */
import type { Offer } from '../lib/messages';

const key = (take: readonly string[]) => [...take].sort().join(' ');

/** The offers for a card, one for each different set. */
export function offersFor(offers: readonly Offer[], card: string): Offer[] {
  const found = new Map<string, Offer>();
  for (const offer of offers) {
    if (offer.card === card && !found.has(key(offer.take))) found.set(key(offer.take), offer);
  }
  return [...found.values()];
}

/** The cards of the floor that some play of the card would take. */
export function lit(offers: readonly Offer[], card: string | null): Set<string> {
  return new Set(card === null ? [] : offersFor(offers, card).flatMap((offer) => offer.take));
}

/** Whether a play is still among the offers. */
export function holds(offers: readonly Offer[], wanted: Offer): boolean {
  return offersFor(offers, wanted.card).some((offer) => key(offer.take) === key(wanted.take));
}

/** The place in a hand that a key names, by where it is on the keyboard: 1 to 9, 0, then - and =. */
export function digitPlace(code: string): number | null {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (digit !== undefined) return digit === '0' ? 9 : Number(digit) - 1;
  const after = ['Minus', 'Equal'].indexOf(code);
  return after < 0 ? null : 10 + after;
}
