/** Cards that travel: from where a card was last seen to where it lies now, and to the pile. */
import { cubicIn, cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

const left = new Map<string, DOMRect>();

/** Where cards come from and go to, as selectors of what is on the page. */
export const anchor = {
  hand: (card: string) => `[data-hand="${card}"]`,
  seat: (seat: number) => `[data-seat="${seat}"]`,
  pile: (side: number) => `[data-pile="${side}"]`,
  stock: '[data-stock]',
};

/** Remember that a card sets out from the first of these that is on the page. */
export function setOut(card: string, ...selectors: string[]): void {
  for (const selector of selectors) {
    const found = document.querySelector(selector);
    if (!found) continue;
    left.set(card, found.getBoundingClientRect());
    return;
  }
}

type Journey = { dx: number; dy: number; scale: number };

function journey(here: DOMRect, there: DOMRect): Journey {
  return {
    dx: there.left + there.width / 2 - here.left - here.width / 2,
    dy: there.top + there.height / 2 - here.top - here.height / 2,
    scale: Math.min(1.6, Math.max(0.2, there.width / (here.width || 1))),
  };
}

function css({ dx, dy, scale }: Journey, away: number, turn: number): string {
  const size = 1 + (scale - 1) * away;
  const arc = Math.sin(away * Math.PI) * -14;
  return `transform: translate(${dx * away}px, ${dy * away + arc}px) rotate(${turn * away}deg) scale(${size}); z-index: 60;`;
}

/** A card comes from where it set out, else from the stock. */
export function arrive(node: Element, { card, ms, delay = 0 }: { card: string; ms: number; delay?: number }): TransitionConfig {
  const from = left.get(card) ?? document.querySelector(anchor.stock)?.getBoundingClientRect();
  left.delete(card);
  if (!from || ms === 0) return { duration: 0 };
  const way = journey(node.getBoundingClientRect(), from);
  return { duration: ms, delay, easing: cubicOut, css: (_, away) => css(way, away, -8) };
}

/** A card goes to the pile of a side; without one it is gone at once. */
export function depart(node: Element, { side, ms }: { side: number | null; ms: number }): TransitionConfig {
  const to = side === null ? null : document.querySelector(anchor.pile(side));
  if (!to || ms === 0) return { duration: 0 };
  const way = journey(node.getBoundingClientRect(), to.getBoundingClientRect());
  return {
    duration: ms,
    easing: cubicIn,
    css: (_, away) => `${css(way, away, 20)} opacity: ${away > 0.85 ? (1 - away) / 0.15 : 1}; pointer-events: none;`,
  };
}
