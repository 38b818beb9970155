/** Words: every text of the page by its key, in the reader's language, filled as Python does. */

export type Facts = Record<string, string | number>;
export type Said = { key: string; facts?: Facts };

type Forms = Record<string, string>;
export type Catalogue = {
  language: string;
  rtl: boolean;
  /** A numbering system of Unicode (`latn`, `arab`), or the ten digits themselves. */
  digits: string;
  words: Record<string, string | Forms>;
};
export type Language = { code: string; name: string; rtl: boolean };

const KEPT = 'basra.language';
const FALLBACK = 'en';

class Words {
  code = $state(FALLBACK);
  rtl = $state(false);
  digits = $state('latn');
  known = $state.raw<Language[]>([]);
  catalogues = $state.raw<Record<string, Catalogue>>({});
}

/** The language in use; read its fields in a component and it follows a change. */
export const language = new Words();

/** Return the sentence `key` filled with `facts`; `count` chooses the plural form. */
export function say(key: string, facts: Facts = {}): string {
  for (const code of [language.code, FALLBACK]) {
    const found = language.catalogues[code]?.words[key];
    if (found) return fill(typeof found === 'string' ? found : form(found, code, facts.count), facts);
  }
  return key;
}

/** Whether there are words for `key`. */
export function spoken(key: string): boolean {
  return [language.code, FALLBACK].some((code) => language.catalogues[code]?.words[key]);
}

function form(forms: Forms, code: string, count: string | number | undefined): string {
  const category = new Intl.PluralRules(code).select(Number(count ?? 0));
  return forms[category] ?? forms.other ?? Object.values(forms)[0] ?? '';
}

/** Fill `{fact}`, `{fact!r}` and `{fact:+}` of a Python format; whole numbers get local digits. */
export function fill(text: string, facts: Facts): string {
  return text.replace(
    /\{\{|\}\}|\{(\w+)(!r)?(?::([^}]*))?\}/g,
    (whole, name: string | undefined, quoted: string | undefined, spec: string | undefined) => {
      if (name === undefined) return whole.charAt(0);
      const fact = facts[name];
      if (fact === undefined) return whole;
      if (typeof fact === 'string') return quoted ? `'${fact}'` : fact;
      const sign = spec?.startsWith('+') && fact >= 0 ? '+' : '';
      const places = spec?.match(/\.(\d+)f$/)?.[1];
      return sign + number(fact, places === undefined ? undefined : Number(places));
    },
  );
}

/** Return a number in the digits of the language, without grouping. */
export function number(value: number, places?: number): string {
  const code = [...language.digits].length === 10 ? FALLBACK : language.code;
  return inDigits((numberingSystem) =>
    new Intl.NumberFormat(code, {
      numberingSystem,
      useGrouping: false,
      minimumFractionDigits: places,
      maximumFractionDigits: places ?? 2,
    }).format(value),
  );
}

/** Return a time as the language writes it, in its digits; the day alone if nothing else is asked for. */
export function time(at: number, how: Intl.DateTimeFormatOptions = {}): string {
  return inDigits((numberingSystem) => new Intl.DateTimeFormat(language.code, { ...how, numberingSystem }).format(at));
}

/** What is written in a numbering system of Unicode, in the digits of the language. */
function inDigits(written: (numberingSystem: string) => string): string {
  const own = [...language.digits];
  if (own.length !== 10) return written(language.digits);
  return written('latn').replace(/\d/g, (digit) => own[Number(digit)] ?? digit);
}

/** Return a name of a person isolated from the direction of the text around it. */
export function isolated(name: string): string {
  return String.fromCharCode(0x2068) + name + String.fromCharCode(0x2069);
}

/** Change the language, remember it, and turn the page round if it is written from the right. */
export async function setLanguage(code: string, remember = true): Promise<void> {
  const [wanted] = await Promise.all([catalogueOf(code), catalogueOf(FALLBACK)]);
  if (!wanted) return;
  language.code = code;
  language.rtl = wanted.rtl;
  language.digits = wanted.digits || 'latn';
  if (remember) localStorage.setItem(KEPT, code);
  document.documentElement.lang = code;
  document.documentElement.dir = wanted.rtl ? 'rtl' : 'ltr';
}

/** Speak the language that was chosen, else the browser's, else English; tell whether there are words. */
export async function startWords(): Promise<boolean> {
  language.known = (await json<Language[]>('/api/languages')) ?? [];
  const codes = language.known.map((one) => one.code);
  await setLanguage(preferred(localStorage.getItem(KEPT), navigator.languages, codes), false);
  return language.catalogues[FALLBACK] !== undefined;
}

/** Return the language to speak of those that are `known`. */
export function preferred(
  kept: string | null,
  wishes: readonly string[],
  known: readonly string[],
): string {
  const wanted = kept ? [kept, ...wishes] : wishes;
  const found = wanted
    .map((wish) => wish.toLowerCase().split('-')[0] ?? '')
    .map((wish) => (wish === 'iw' ? 'he' : wish))
    .find((wish) => known.includes(wish));
  return found ?? FALLBACK;
}

async function catalogueOf(code: string): Promise<Catalogue | null> {
  if (!language.catalogues[code]) {
    const read = await json<Catalogue>(`/api/catalogue/${code}`);
    if (read) language.catalogues = { ...language.catalogues, [code]: read };
  }
  return language.catalogues[code] ?? null;
}

async function json<T>(path: string): Promise<T | null> {
  try {
    const answer = await fetch(path);
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null;
  }
}
