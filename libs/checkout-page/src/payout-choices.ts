import type { JsonObject } from '@payorch/contracts';
import type { PageLocale } from './page-locale';
import { pageMessages } from './messages';
import type { PayoutView } from './payout-view';
import { type PlainMethod, plainForms, type SentForm, chosenMethod, valuesIn } from './plain-form';
import { textAt } from './script/json';
import type { OfferedMethod } from './script/methods/method-list';
import { payoutMethods, storedId, storedMethod } from './script/methods/payout-methods';
import { payoutMethodBody } from './script/payout-body';
import { say } from './script/problem';

/** Each kind of destination, and where the interface shows what it is known by. */
const shownAt: readonly (readonly [kind: string, ...names: readonly string[]])[] = [
  ['bank', 'iban', 'bank_account_number', 'pix_key'],
  ['wallet', 'email', 'paypal_id', 'telephone_number'],
];

/** A destination in a few signs, without the number: `Visa •••• 4242`, `NL46****9112`; null where nothing names it. */
export function destinationText(destination: JsonObject | null): string | null {
  const last4 = textAt(destination, 'card', 'last4');
  if (last4 !== undefined) return `${textAt(destination, 'card', 'card_network') ?? ''} •••• ${last4}`.trim();
  const texts = shownAt.flatMap(([kind, ...names]) => names.flatMap((name) => textAt(destination, kind, name) ?? []));
  return texts[0] ?? null;
}

/** What the recipient chooses among: the destination that is known already, or all that can be paid to. */
export const choicesIn = ({ destination, methodTypes }: Pick<PayoutView, 'destination' | 'methodTypes'>) =>
  destination ? [storedMethod] : payoutMethods(methodTypes);

/** Names for recipients, by method type. */
export function choiceNames(locale: PageLocale, destination: JsonObject | null): Readonly<Record<string, string>> {
  const messages = pageMessages(locale);
  const account = (name: string): string => `${messages.bankAccount} (${name})`;
  return {
    sepa: account('SEPA'),
    ach: account('ACH'),
    bacs: account('BACS'),
    pix: 'Pix',
    paypal: 'PayPal',
    venmo: 'Venmo',
    [storedId]: say(messages, 'payoutStored', { destination: destinationText(destination) ?? '…' }),
  };
}

/** A card number is in no page that the server renders, so cards need the script. */
const plainChoicesIn = (view: Pick<PayoutView, 'destination' | 'methodTypes'>): readonly OfferedMethod[] =>
  choicesIn(view).filter(({ paymentMethod }) => paymentMethod !== 'card');

/** The forms of a browser without scripts; that of the choice has what was sent, and what is wrong with it. */
export function plainPayoutForms(view: PayoutView, sent: SentForm): readonly PlainMethod[] {
  const offered = plainChoicesIn(view);
  const names = choiceNames(view.locale, view.destination);
  return plainForms(offered, view.locale, { chosen: chosenMethod(offered, sent), sent, names });
}

/** The choice of a form; undefined where the page does not offer it. */
export const chosenIn = (view: PayoutView, sent: SentForm): OfferedMethod | undefined =>
  chosenMethod(plainChoicesIn(view), sent);

/** The request that confirms the payout with a form. */
export const plainPayoutBody = (method: OfferedMethod, sent: SentForm, view: PayoutView): object =>
  payoutMethodBody(method, valuesIn(method, sent), view);
