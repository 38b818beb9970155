/** Cards: every face is drawn, named, and unlike every other. */
import { mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { default: Card } = await import('../src/cards/Card.svelte');
const { change, defaults } = await import('../src/lib/settings.svelte');
const { PIPS } = await import('../src/cards/faces');
const { language } = await import('../src/lib/words.svelte');

const pack = [...'cdhs'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit));

function drawn(card: string | null, label?: string): SVGElement {
  const target = document.createElement('div');
  const made = mount(Card, { target, props: { card, label } });
  const svg = target.querySelector('svg')!.cloneNode(true) as SVGElement;
  void unmount(made);
  return svg;
}

afterEach(() => change(defaults()));

test('fifty-two faces are fifty-two pictures', () => {
  expect(new Set(pack.map((card) => drawn(card, '').outerHTML)).size).toBe(52);
});

test('a numeral shows as many pips as it says', () => {
  for (const [rank, places] of Object.entries(PIPS)) {
    expect(places).toHaveLength(rank === 'T' ? 10 : Number(rank));
    expect(new Set(places.map(String)).size).toBe(places.length);
  }
});

test('pips stand point by point opposite each other, but for sevens', () => {
  for (const [rank, places] of Object.entries(PIPS)) {
    const round = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    const all = places.map(([x, y]) => round(x, y)).sort();
    const turned = places.map(([x, y]) => round(100 - x, 140 - y)).sort();
    expect(all.join() === turned.join()).toBe(rank !== '7');
  }
});

test('a face is read by its name, and a label of nothing hides it', () => {
  language.catalogues = {
    en: { language: 'en', rtl: false, digits: 'latn', words: { 'card.name': '{rank} of {suit}', 'card.suit.d': 'diamonds' } },
  };
  expect(drawn('7d').getAttribute('aria-label')).toBe('7 of diamonds');
  expect(drawn('7d', '').getAttribute('aria-hidden')).toBe('true');
});

test('a back tells nothing of the card', () => {
  expect(drawn(null).querySelector('text')).toBeNull();
});

test('the classic skin names every card of the file', () => {
  change({ skin: 'classic' });
  const names = pack.map((card) => drawn(card, '').querySelector('use')!.getAttribute('href'));
  expect(names).toContain('/classic/svg-cards.svg#heart_king');
  expect(names).toContain('/classic/svg-cards.svg#diamond_10');
  expect(new Set(names).size).toBe(52);
});
