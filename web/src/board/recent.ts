/** What has just been played, in the sentences of the table. */
import type { PlayTold } from '../lib/messages';
import { say } from '../lib/words.svelte';
import { cardName, cardNames } from '../table/tell';

/** Return what a play did; the person sits on seat 0, the other one has a name. */
export function tellRecent(play: PlayTold, name: string): string {
  const facts = { name, card: cardName(play.card), cards: cardNames(play.take), count: play.basra };
  const own = play.seat === 0;
  if (!play.take.length) return own ? say('tell.trail.own', facts) : say('tell.trail', facts);
  if (play.basra) return own ? say('tell.basra.own', facts) : say('tell.basra', facts);
  if (play.clears) return own ? say('tell.clear.own', facts) : say('tell.clear', facts);
  return own ? say('tell.capture.own', facts) : say('tell.capture', facts);
}
