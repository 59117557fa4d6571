import type { PageLocale } from '../page-locale';
import type { Messages } from '../script/problem';
import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';

const messages: Readonly<Record<PageLocale, Messages>> = { ar, de, en, es, fr, it, ja, nl, pl, pt };

/** The texts of a language. */
export const pageMessages = (locale: PageLocale): Messages => messages[locale];
