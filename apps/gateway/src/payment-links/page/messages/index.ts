import type { PageLocale } from '../page-locale';
import type { Messages } from '../script/problem';
import { ar } from './ar';
import { cs } from './cs';
import { da } from './da';
import { de } from './de';
import { el } from './el';
import { en } from './en';
import { es } from './es';
import { fi } from './fi';
import { fr } from './fr';
import { he } from './he';
import { hu } from './hu';
import { it } from './it';
import { ja } from './ja';
import { nb } from './nb';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';
import { ro } from './ro';
import { sv } from './sv';
import { tr } from './tr';
import { zh } from './zh';

/** A language without a text does not compile: each file has every key of `en`. */
const messages: Readonly<Record<PageLocale, Messages>> = {
  ar,
  cs,
  da,
  de,
  el,
  en,
  es,
  fi,
  fr,
  he,
  hu,
  it,
  ja,
  nb,
  nl,
  pl,
  pt,
  ro,
  sv,
  tr,
  zh,
};

/** The texts of a language. */
export const pageMessages = (locale: PageLocale): Messages => messages[locale];
