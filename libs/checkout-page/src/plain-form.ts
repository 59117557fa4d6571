import { CountryAlpha2 } from '@payorch/rest';
import { methodTypeNames } from './method-type-names';
import { formatAmount, wireTotal } from './amount';
import type { PlainView } from './checkout-view';
import { pageMessages } from './messages';
import { dataNames } from './page-data-of';
import type { PageLocale } from './page-locale';
import { choicesOf } from './script/methods/choices';
import { type InputValues, methodBody } from './script/confirm-body';
import { declineOf } from './script/decline';
import { type Json, textAt } from './script/json';
import type { OfferedMethod } from './script/methods/method-list';
import { redirectMethods } from './script/methods/plain-methods';
import { say } from './script/problem';
import { checkInput, readable, type RequiredInput } from './script/methods/required-inputs';

const typeNames: Readonly<Record<string, string>> = methodTypeNames;

/** The field of the form that names the payment method. */
export const plainMethodField = 'chosen_method';

/** The field of the form with the total that the page shows. */
export const plainTotalField = 'shown_total';

/** An input of the form, as the customer reads it. */
export interface PlainInput {
  readonly name: string;
  readonly label: string;
  readonly type: RequiredInput['type'];
  readonly inputMode: RequiredInput['inputMode'];
  readonly autocomplete: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  /** What is wrong with the value; null: nothing, or it was not sent yet. */
  readonly error: string | null;
}

/** A payment method with a form of its own. */
export interface PlainMethod {
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly PlainInput[];
}

/** What the browser sent: the fields of one payment method's form. */
export type SentForm = Readonly<Record<string, string>>;

/** The ways to pay of `GET /account/payment_methods` that need no script. */
export const plainMethods = (list: Json): readonly OfferedMethod[] => redirectMethods(list, dataNames);

export const chosenMethod = (methods: readonly OfferedMethod[], sent: SentForm): OfferedMethod | undefined =>
  methods.find(({ id }) => id === sent[plainMethodField]);

/** Longer than any value of a payment method. */
const longestValue = 255;

const sentValue = (sent: SentForm, path: string): string =>
  (Object.hasOwn(sent, path) ? sent[path]! : '').slice(0, longestValue);

/** Whether the value is one of the choices, where there are some. */
function problemOf(input: RequiredInput, value: string, locale: PageLocale) {
  const problem = checkInput(input, value);
  if (problem || input.type !== 'select') return problem;
  const choices = choicesOf(input, { locale, countries: CountryAlpha2 });
  return choices.some(([choice]) => choice === value) ? undefined : ({ key: 'chooseOne' } as const);
}

export const isComplete = ({ inputs }: OfferedMethod, sent: SentForm, locale: PageLocale): boolean =>
  inputs.every((input) => problemOf(input, sentValue(sent, input.path), locale) === undefined);

interface ShownForms {
  readonly chosen: OfferedMethod | undefined;
  readonly sent: SentForm;
  /** Names for customers, by payment method type. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The forms of the payment methods; that of `chosen` has what was sent, and what is wrong with it. */
export function plainForms(
  methods: readonly OfferedMethod[],
  locale: PageLocale,
  { chosen, sent, names = typeNames }: ShownForms,
): readonly PlainMethod[] {
  const messages = pageMessages(locale);
  const inputOf = (input: RequiredInput, isSent: boolean): PlainInput => {
    const { path, label, type, inputMode, autocomplete } = input;
    const value = isSent ? sentValue(sent, path) : input.value;
    const problem = isSent ? problemOf(input, value, locale) : undefined;
    return {
      name: path,
      type,
      inputMode,
      autocomplete,
      value,
      label: 'key' in label ? messages[label.key] : label.text,
      choices: type === 'select' ? choicesOf(input, { locale, countries: CountryAlpha2 }) : [],
      error: problem ? say(messages, problem.key, problem.values) : null,
    };
  };
  return methods.map((method) => ({
    id: method.id,
    name: names[method.paymentMethodType] ?? readable(method.paymentMethodType),
    inputs: method.inputs.map((input) => inputOf(input, method.id === chosen?.id)),
  }));
}

/** The values that were sent for the inputs of a payment method. */
export const valuesIn = ({ inputs }: OfferedMethod, sent: SentForm): InputValues =>
  Object.fromEntries(inputs.map(({ path }) => [path, sentValue(sent, path)]));

interface PlainConfirmation {
  readonly clientSecret: string;
  /** The payment failed before: the request must say that it is a retry. */
  readonly isRetry: boolean;
  readonly userAgent: string | undefined;
  readonly language: string;
  /** The payment has a plan of installments, which the form takes back. */
  readonly hasPlan: boolean;
}

/** The request that confirms the payment with a payment method of the form. */
export function plainConfirmation(
  method: OfferedMethod,
  sent: SentForm,
  { clientSecret, isRetry, userAgent, language, hasPlan }: PlainConfirmation,
): object {
  const browser = {
    java_enabled: false,
    java_script_enabled: false,
    language,
    accept_header: 'text/html',
    ...(userAgent !== undefined && { user_agent: userAgent }),
  };
  return methodBody(method, valuesIn(method, sent), { clientSecret, isRetry, browser, ...(hasPlan && { plan: null }) });
}

/** The total that the form showed, as the gateway reads it; undefined where the form has none. */
export const plainTotalIn = (sent: SentForm): string | undefined => sent[plainTotalField];

/** Why the form of a refused confirmation is there again. The view: the payment now, whose total the merchant may have changed. */
export function refusedText(
  sent: SentForm,
  { amount, currency, locale }: Pick<PlainView, 'amount' | 'currency' | 'locale'>,
): string {
  const messages = pageMessages(locale);
  const shown = plainTotalIn(sent);
  if (shown === undefined || shown === wireTotal(amount, currency)) return messages.notAccepted;
  return say(messages, 'amountChanged', { amount: formatAmount(amount, currency, locale) });
}

/** Why a payment failed, in the customer's words. */
export function failureText(payment: Json, locale: PageLocale): string {
  const { key } = declineOf(payment);
  const messages = pageMessages(locale);
  return key === null ? (textAt(payment, 'unified_message') ?? messages.failedText) : messages[key];
}
