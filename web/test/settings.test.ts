/** Settings: what was kept is believed only where it makes sense. */
import { expect, test, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { defaults, parsed } = await import('../src/lib/settings.svelte');

test('nothing kept gives the defaults', () => {
  expect(parsed(null)).toEqual(defaults());
});

test.each(['{', '[]', '7', '"x"'])('%s gives the defaults', (text) => {
  expect(parsed(text)).toEqual(defaults());
});

test('sound choices are kept and others dropped one by one', () => {
  const kept = parsed('{"speed":"fast","volume":7,"fourColours":true,"skin":"<b>","theme":"dark","other":1}');
  expect(kept).toEqual({ ...defaults(), speed: 'fast', fourColours: true, theme: 'dark' });
});

test('a reader who wants no motion gets none', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(defaults().speed).toBe('none');
});
