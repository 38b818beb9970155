/** Scales: families of games that are rated, as `egyptian:4:2`, and how they are called. */
import { say } from './words.svelte';

/** Return what a scale is called. */
export function scaleName(scale: string): string {
  const [variant = '', seats = '2', sides = '2'] = scale.split(':');
  const spread = sides < seats ? say('web.spread.partners') : say('web.spread', { count: Number(seats) });
  return `${say(`variant.${variant}.title`)} · ${spread}`;
}
