/** Settings: how the reader wants the page, kept in the browser. */

export type Speed = 'slow' | 'normal' | 'fast' | 'none';
export type Options = {
  /** How fast cards travel. */
  speed: Speed;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  fourColours: boolean;
  skin: 'plain' | 'classic';
  /** The letters in the corners of cards. */
  letters: 'latin' | 'local';
  theme: 'auto' | 'light' | 'dark';
  /** A larger index in the corners of cards. */
  bigIndex: boolean;
  /** Whether a tap on a card that can be played in one way only plays it at once. */
  quick: boolean;
  /** Whether the browser shows notices while the page is not seen. */
  outside: boolean;
};

const KEPT = 'basra.settings';
const CHOICES: { [name in keyof Options]: readonly Options[name][] | null } = {
  speed: ['slow', 'normal', 'fast', 'none'],
  sound: [true, false],
  volume: null,
  fourColours: [true, false],
  skin: ['plain', 'classic'],
  letters: ['latin', 'local'],
  theme: ['auto', 'light', 'dark'],
  bigIndex: [true, false],
  quick: [true, false],
  outside: [true, false],
};
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Return the settings at first, before anybody chose. */
export function defaults(): Options {
  return {
    speed: calm() ? 'none' : 'normal',
    sound: true,
    volume: 0.6,
    fourColours: false,
    skin: 'plain',
    letters: 'latin',
    theme: 'auto',
    bigIndex: false,
    quick: false,
    outside: false,
  };
}

/** Return kept settings with what is missing or makes no sense as at first. */
export function parsed(text: string | null): Options {
  const options = defaults();
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return options;
  }
  if (typeof kept !== 'object' || kept === null) return options;
  const found = kept as Record<string, unknown>;
  for (const name of Object.keys(CHOICES) as (keyof Options)[]) {
    const value = found[name];
    const sound = CHOICES[name]
      ? (CHOICES[name] as readonly unknown[]).includes(value)
      : typeof value === 'number' && value >= 0 && value <= 1;
    if (sound) Object.assign(options, { [name]: value });
  }
  return options;
}

/** The settings; change a field and the page follows, call `keep` to remember. */
export const settings: Options = $state(parsed(localStorage.getItem(KEPT)));

/** Change settings and remember them. */
export function change(some: Partial<Options>): void {
  Object.assign(settings, some);
  localStorage.setItem(KEPT, JSON.stringify(settings));
}

const MILLISECONDS: Record<Speed, number> = { slow: 700, normal: 380, fast: 180, none: 0 };

/** Return how long a card travels, in milliseconds; 0 where the reader wants no motion. */
export function duration(share = 1): number {
  return MILLISECONDS[settings.speed] * share;
}

/** Show the theme that was chosen on the whole page. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.speed = settings.speed;
}
