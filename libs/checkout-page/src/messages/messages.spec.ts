import { pageLocales } from '../page-locale';
import en from './en.json';
import { pageMessages } from './index';

/** The names of the values in a text. */
const valuesIn = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
const english: Readonly<Record<string, string>> = en;
const keys = Object.keys(en).sort();
/** Names and short words that are the same in several languages. */
const international = new Set([
  'iban',
  'sortCode',
  'bank',
  'fullName',
  'titlePlain',
  'quantity',
  'formHeading',
  ...[
    'card',
    'download',
    'details',
    'paidFor',
    'amountLabel',
    'dateLabel',
    'reference',
    'testMode',
    'done',
    'blikCode',
  ],
]);

describe.each(pageLocales)('the texts in %s', (locale) => {
  const texts: Readonly<Record<string, string>> = pageMessages(locale);

  it('every key has a text', () => {
    expect(Object.keys(texts).sort()).toEqual(keys);
    expect(keys.filter((key) => texts[key]!.trim() === '')).toEqual([]);
  });

  it('every text shows the values of the English one', () =>
    expect(keys.map((key) => [key, valuesIn(texts[key]!)])).toEqual(keys.map((key) => [key, valuesIn(english[key]!)])));

  if (locale !== 'en') {
    it('every sentence is translated', () => {
      const same = keys.filter((key) => texts[key] === english[key] && !international.has(key));
      expect(same).toEqual([]);
    });
  }
});
