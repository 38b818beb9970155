/** Faces: where pips stand and how suits are drawn; a card is 100 wide and 140 high. */

export type Suit = 'c' | 'd' | 'h' | 's';
export type Rank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K';

/** The suits as paths around 0, 0, some 20 wide and 22 high. */
export const SUITS: Record<Suit, string> = {
  c: 'M0-11a5.1 5.1 0 0 1 3.7 8.6A5.1 5.1 0 1 1 1 4.4Q1.3 8.6 4 10.6H-4Q-1.3 8.6-1 4.4A5.1 5.1 0 1 1-3.7-2.4A5.1 5.1 0 0 1 0-11Z',
  d: 'M0-11.4Q3.6-4.8 8.4 0Q3.6 4.8 0 11.4Q-3.6 4.8-8.4 0Q-3.6-4.8 0-11.4Z',
  h: 'M0 10.8C-3 6.6-10 1.6-10-4C-10-7.7-7.6-9.9-4.9-9.9C-2.6-9.9-.8-8.4 0-6.1C.8-8.4 2.6-9.9 4.9-9.9C7.6-9.9 10-7.7 10-4C10 1.6 3 6.6 0 10.8Z',
  s: 'M0-11C3-6.8 10-2.2 10 3.2C10 6.5 7.7 8.4 5.2 8.4C3.4 8.4 1.9 7.6 1 6.1Q1.3 9 3.8 10.6H-3.8Q-1.3 9-1 6.1C-1.9 7.6-3.4 8.4-5.2 8.4C-7.7 8.4-10 6.5-10 3.2C-10-2.2-3-6.8 0-11Z',
};

const LEFT = 38;
const MIDDLE = 50;
const RIGHT = 62;
const pair = (y: number): [number, number][] => [[LEFT, y], [RIGHT, y]];
const four = [...pair(30), ...pair(110)];
const six = [...four, ...pair(70)];
const eight = [...pair(26), ...pair(55.3), ...pair(84.7), ...pair(114)];

/** The places of the pips of a numeral; those in the lower half stand on their heads. */
export const PIPS: Partial<Record<Rank, [number, number][]>> = {
  '2': [[MIDDLE, 30], [MIDDLE, 110]],
  '3': [[MIDDLE, 30], [MIDDLE, 70], [MIDDLE, 110]],
  '4': four,
  '5': [...four, [MIDDLE, 70]],
  '6': six,
  '7': [...six, [MIDDLE, 50]],
  '8': [...six, [MIDDLE, 50], [MIDDLE, 90]],
  '9': [...eight, [MIDDLE, 70]],
  T: [...eight, [MIDDLE, 40.6], [MIDDLE, 99.4]],
};

/** The eight-pointed star of two squares around 0, 0. */
export function star(radius: number): string {
  const points = Array.from({ length: 16 }, (_, i) => {
    const far = i % 2 ? radius * 0.765 : radius;
    const angle = (i * Math.PI) / 8;
    return `${(far * Math.sin(angle)).toFixed(2)} ${(-far * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/** The lattice on the backs: stars in a grid, joined by bars. */
export const LATTICE: string = (() => {
  const parts: string[] = [];
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const [x, y] = [17 + column * 22, 15 + row * 22];
      parts.push(star(8).replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, dx: string, dy: string) =>
        `${(x + Number(dx)).toFixed(1)} ${(y + Number(dy)).toFixed(1)}`));
      if (column < 3) parts.push(`M${x + 8} ${y}h6`);
      if (row < 5) parts.push(`M${x} ${y + 8}v6`);
    }
  }
  return parts.join('');
})();

/** Split the text of a card, `7d`, into rank and suit. */
export function parts(card: string): [Rank, Suit] {
  return [card.charAt(0) as Rank, card.charAt(1) as Suit];
}
