/** Words: filled as Python fills them, counted and written as each language does. */
import { beforeEach, expect, test } from 'vitest';
import { fill, language, number, preferred, say, time, type Catalogue } from '../src/lib/words.svelte';

const english: Catalogue = {
  language: 'en',
  rtl: false,
  digits: '0123456789',
  words: { points: { one: '{count} point', other: '{count} points' }, only: 'only here' },
};
const arabic: Catalogue = {
  language: 'ar',
  rtl: true,
  digits: '٠١٢٣٤٥٦٧٨٩',
  words: { points: { zero: 'z', one: 'o', two: 't', few: 'f {count}', many: 'm {count}', other: 'x' } },
};

beforeEach(() => {
  Object.assign(language, { code: 'en', digits: 'latn', catalogues: { en: english, ar: arabic } });
});

test('a fact fills its place, quoted where Python would quote it', () => {
  expect(fill("{text!r} is no {what}: {{x}} {n:+}", { text: '1x', what: 'card', n: 3 })).toBe("'1x' is no card: {x} +3");
});

test('a place without a fact stays to be seen', () => {
  expect(fill('{missing} here', {})).toBe('{missing} here');
});

test('English has two forms', () => {
  expect([0, 1, 2].map((count) => say('points', { count }))).toEqual(['0 points', '1 point', '2 points']);
});

test('Arabic has six forms and its own digits', () => {
  Object.assign(language, { code: 'ar', digits: arabic.digits });
  expect([0, 1, 2, 3, 11, 100].map((count) => say('points', { count }))).toEqual(['z', 'o', 't', 'f ٣', 'm ١١', 'x']);
});

test('a key that a language lacks is said in English', () => {
  language.code = 'ar';
  expect(say('only')).toBe('only here');
});

test('numbers follow a numbering system, too', () => {
  language.digits = 'arab';
  expect(number(-12.5)).toContain('١٢');
});

test('times are written in the digits of the language', () => {
  const at = Date.UTC(2026, 6, 15, 12);
  const how = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  expect(time(at, how)).toBe('Jul 15');
  Object.assign(language, { code: 'ar', digits: arabic.digits });
  expect(time(at, how)).toMatch(/^١٥ /);
  language.digits = 'arab';
  expect(time(at, how)).toMatch(/^١٥ /);
});

test('the language kept goes before the wishes of the browser, and unknown ones are passed over', () => {
  expect(preferred('el', ['ar-EG'], ['ar', 'el', 'en'])).toBe('el');
  expect(preferred(null, ['fr-FR', 'ar-EG'], ['ar', 'en'])).toBe('ar');
  expect(preferred(null, ['iw'], ['he', 'en'])).toBe('he');
  expect(preferred('xx', ['fr'], ['ar'])).toBe('en');
});
