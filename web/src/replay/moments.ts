/** Moments of a match in sentences. */
import type { Style } from '../cards/names';
import { number, say } from '../lib/words.svelte';
import { tellDeal, tellPacket, tellPlay, tellResult, type Telling } from '../table/tell';
import type { Moment } from './reel';

/** What happened at a moment; `telling` is the table as it is then. */
export function tellMoment(telling: Telling, { event }: Moment, style: Style = 'symbols'): string {
  switch (event.k) {
    case 'dealt':
      return tellDeal(telling, event);
    case 'played':
      return tellPlay(telling, event, style).join(' ');
    case 'packet':
      return tellPacket(event.packet, event.packets);
    case 'scored':
      return say('sheet.title', { number: event.deal });
    case 'ended':
      return tellResult({ ...telling, picture: { ...telling.picture, result: event.reason, winner: event.winner, standing: event.standing } });
  }
}

/** Where a moment is: the deal, and the play in it. */
export function tellPlace(moment: Moment): string {
  return say('web.replay.place', { deal: moment.deal, play: moment.play });
}

/** A figure with its sign. */
export function signed(value: number, places = 1): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `\u2066${sign}${number(Math.abs(value), places)}\u2069`;
}
