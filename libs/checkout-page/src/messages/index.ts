import type { PageLocale } from '../page-locale';
import type { Messages } from '../script/problem';
import ar from './ar.json';
import cs from './cs.json';
import da from './da.json';
import de from './de.json';
import el from './el.json';
import en from './en.json';
import es from './es.json';
import fi from './fi.json';
import fr from './fr.json';
import he from './he.json';
import hu from './hu.json';
import it from './it.json';
import ja from './ja.json';
import nb from './nb.json';
import nl from './nl.json';
import pl from './pl.json';
import pt from './pt.json';
import ro from './ro.json';
import sv from './sv.json';
import tr from './tr.json';
import zh from './zh.json';

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

/** Texts that the pages of payouts alone show. */
export const isOfPayouts = (key: string): boolean => /payout|^receive|^payingOut$|^bankAccount$|^pixKey$/i.test(key);

/** The texts that the script of the checkout says: a page carries none that it never shows. */
export const checkoutMessages = (locale: PageLocale): Messages =>
  Object.fromEntries(Object.entries(messages[locale]).filter(([key]) => !isOfPayouts(key))) as Messages;
