import type { YearMonth } from './cards/card-expiry';
import { digitsOf } from './cards/card-number';
import { networkOf } from './cards/card-networks';
import { typeForNetwork, type OfferedMethod, type SavedMethod } from './methods/method-list';
import { planData, type ChosenPlan } from './methods/plans';

/** The values of inputs, by their path in the request. */
export type InputValues = Readonly<Record<string, string>>;

export interface TypedCard {
  readonly number: string;
  readonly expiry: YearMonth;
  readonly cvc: string;
  /** Null: the customer does not save the card. */
  readonly saveAs: { readonly nickname: string } | null;
}

export interface ConfirmContext {
  readonly clientSecret: string;
  /** The payment failed before: the request must say that it is a retry. */
  readonly isRetry: boolean;
  readonly browser: Readonly<Record<string, unknown>>;
  /** The chosen plan of installments; null takes an earlier choice back, absent leaves the payment's. */
  readonly plan?: ChosenPlan | null;
}

export interface Body {
  [key: string]: unknown;
}

const childOf = (parent: Body, key: string): Body => {
  const child = parent[key];
  const object: Body = typeof child === 'object' && child !== null ? { ...child } : {};
  parent[key] = object;
  return object;
};

/** Sets the value at `payment_method_data.billing.address.city`. */
export function setAt(body: Body, path: string, value: string): void {
  const keys = path.split('.');
  const last = keys.pop()!;
  keys.reduce(childOf, body)[last] = value;
}

/** Some vouchers are a bare name in the request, all other data an object. */
const bareNames: ReadonlySet<string> = new Set([
  'efecty',
  'oxxo',
  'pago_efectivo',
  'red_compra',
  'red_pagos',
  'reward',
]);

/** The data of a payment method in a request, still empty. */
export function dataOf({ dataName: [key, name] }: OfferedMethod): unknown {
  if (bareNames.has(key)) return key;
  if (name === null) return { [key]: {} };
  return { [key]: bareNames.has(name) ? name : { [name]: {} } };
}

const base = ({ clientSecret, isRetry, browser, plan }: ConfirmContext): Body => ({
  client_secret: clientSecret,
  browser_info: browser,
  ...(isRetry && { retry_action: 'manual_retry' }),
  ...(plan !== undefined && { installment_data: planData(plan) }),
});

/** Confirms with the data of a payment method, for example of an approved wallet, and with the listing's inputs. */
export function dataBody(
  { paymentMethod, paymentMethodType }: Pick<OfferedMethod, 'paymentMethod' | 'paymentMethodType'>,
  data: unknown,
  values: InputValues,
  context: ConfirmContext,
): Body {
  const body: Body = {
    ...base(context),
    payment_method: paymentMethod,
    payment_method_type: paymentMethodType,
    payment_method_data: data,
  };
  for (const [path, value] of Object.entries(values)) setAt(body, path, value.trim());
  return body;
}

/** Confirms with a payment method that needs nothing but the listing's inputs. */
export const methodBody = (method: OfferedMethod, values: InputValues, context: ConfirmContext): Body =>
  dataBody(method, dataOf(method), values, context);

const savingFields = { setup_future_usage: 'on_session', customer_acceptance: { acceptance_type: 'online' } };

export function cardBody(method: OfferedMethod, card: TypedCard, values: InputValues, context: ConfirmContext): Body {
  const number = digitsOf(card.number);
  const paymentMethodType = typeForNetwork(method, networkOf(number)?.name);
  const data = {
    card: {
      card_number: number,
      card_exp_month: String(card.expiry.month).padStart(2, '0'),
      card_exp_year: String(card.expiry.year),
      card_cvc: digitsOf(card.cvc),
      ...(card.saveAs?.nickname && { nick_name: card.saveAs.nickname.trim() }),
    },
  };
  const body = dataBody({ paymentMethod: 'card', paymentMethodType }, data, values, context);
  return { ...body, ...(card.saveAs && savingFields) };
}

/** `cvc`: null where the saved payment method needs none. */
export const savedBody = (saved: SavedMethod, cvc: string | null, context: ConfirmContext): Body => ({
  ...base(context),
  payment_method: saved.paymentMethod,
  ...(saved.paymentMethodType !== undefined && { payment_method_type: saved.paymentMethodType }),
  payment_token: saved.token,
  ...(cvc !== null && { card_cvc: digitsOf(cvc) }),
});
