import type { PageLocale } from '../page-locale';
import type { Messages } from '../script/problem';
import { en } from './en';

const messages: Readonly<Record<PageLocale, Messages>> = {
  ar: en,
  de: en,
  en,
  es: en,
  fr: en,
  it: en,
  ja: en,
  nl: en,
  pl: en,
  pt: en,
};

export const pageMessages = (locale: PageLocale): Messages => messages[locale];
