/** The languages of the pages. */
export const pageLocales = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'] as const;

export type PageLocale = (typeof pageLocales)[number];

const isPageLocale = (tag: string): tag is PageLocale => pageLocales.some((locale) => locale === tag);

/**
 * The first language that the pages have, from tags such as `de-AT` or the ranges of an Accept-Language header
 * (`fr;q=0.5`), in the order of preference; English where the pages have none of them.
 */
export function pageLocaleOf(tags: readonly (string | null | undefined)[]): PageLocale {
  for (const tag of tags) {
    const language = (tag ?? '').trim().split(/[-_;]/, 1)[0]!.toLowerCase();
    if (isPageLocale(language)) return language;
  }
  return 'en';
}

export const directionOf = (locale: PageLocale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');
