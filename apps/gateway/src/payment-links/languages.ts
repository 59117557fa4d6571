/** The language ranges of an Accept-Language header, the preferred first: `de;q=0.5, fr` is `['fr', 'de']`. */
export function languagesIn(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', most)
    .map(rangeOf)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ language }) => language);
}

/** Browsers send a few. */
const most = 32;

function rangeOf(text: string): { readonly language: string; readonly quality: number } {
  const [language = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { language, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
}
