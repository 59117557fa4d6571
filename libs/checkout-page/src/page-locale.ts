/** The languages of the pages. */
export const pageLocales = [
  ...(['ar', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hu', 'it', 'ja'] as const),
  ...(['nb', 'nl', 'pl', 'pt', 'ro', 'sv', 'tr', 'zh'] as const),
] as const;

export type PageLocale = (typeof pageLocales)[number];

/** Tags of the same language under another name: Norwegian as a whole, and what browsers called Hebrew before. */
const otherNames: Readonly<Record<string, PageLocale>> = { no: 'nb', nn: 'nb', iw: 'he' };

const isPageLocale = (tag: string): tag is PageLocale => pageLocales.some((locale) => locale === tag);

/**
 * The first language that the pages have, from tags such as `de-AT` or the ranges of an Accept-Language header
 * (`fr;q=0.5`), in the order of preference; undefined where the pages have none of them.
 */
export function pageLocaleIn(tags: readonly (string | null | undefined)[]): PageLocale | undefined {
  for (const tag of tags) {
    const language = (tag ?? '').trim().split(/[-_;]/, 1)[0]!.toLowerCase();
    if (isPageLocale(language)) return language;
    if (Object.hasOwn(otherNames, language)) return otherNames[language];
  }
  return undefined;
}

/** The same; English where the pages have none of the languages. */
export const pageLocaleOf = (tags: readonly (string | null | undefined)[]): PageLocale => pageLocaleIn(tags) ?? 'en';

const fromRightToLeft: ReadonlySet<PageLocale> = new Set(['ar', 'he']);

export const directionOf = (locale: PageLocale): 'ltr' | 'rtl' => (fromRightToLeft.has(locale) ? 'rtl' : 'ltr');
