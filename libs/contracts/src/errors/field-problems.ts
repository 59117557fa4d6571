import type { RouteCandidate, RouteFilter } from '@payorch/values';
import { baseAccountOf } from '@payorch/values';

/** One problem of a request, in the list `fields` of an error body. It never quotes a value of the request. */
export interface FieldProblem {
  /**
   * `payment_method_data.card.card_number`, `order_details[0].amount`; `url` if no route has the path; the id of a connector
   * account that routing has left out.
   */
  readonly field: string;
  readonly message: string;
  /** The wire code that this problem alone would have. */
  readonly code?: string;
  /** The one name of a closed set, or the documented route, that resembles what was sent. */
  readonly nearest?: string;
}

const longestName = 64;

/** A name that the caller made up is shown shortened, and without digits that could be a card's. */
export function shownName(name: string): string {
  const masked = name.replace(/\d{8,}/g, '…');
  return masked.length > longestName ? `${masked.slice(0, longestName)}…` : masked;
}

/** A path of which each name is shown so. */
export const shownPath = (path: string): string => path.split('.').map(shownName).join('.');

/** A list has no more problems: an error body stays small. */
export const mostFieldProblems = 20;

/** At most `mostFieldProblems`, one for each field. */
export function listed(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const byField = new Map<string, FieldProblem>();
  for (const problem of problems) {
    if (byField.size === mostFieldProblems) break;
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()];
}

/** The detail of a refusal that names the fields in which a repeated request differs from the first one. */
export const differing = (fields: readonly string[]): Readonly<Record<string, string>> =>
  fields.length === 0 ? {} : { differing: fields.join(',') };

/** The problems of such a refusal. */
export const differencesIn = ({ differing: names }: Readonly<Record<string, string>>): FieldProblem[] =>
  names === undefined
    ? []
    : names.split(',').map((field) => ({ field, message: 'differs from the earlier request with this id or key' }));

/** Why routing leaves an account out, after the name of its filter. */
const filterTexts: Readonly<Record<RouteFilter, string>> = {
  deleted: 'the account was deleted',
  other_profile: 'the account belongs to another profile',
  disabled: 'the account is disabled',
  payment_method: 'the account does not take this payment method',
  payment_method_type: 'the account does not take this payment method type',
  currency: 'the account does not take this currency',
  country: 'the account does not take this billing country',
  amount: 'the account does not take this amount',
  card_network: 'the account does not take this card network',
  recurring: 'the account does not save payment methods for later charges',
  network_transaction_id: 'the processor does not charge by a network transaction id',
  decrypted_token: 'the processor does not take a decrypted wallet token',
  authentication: 'the processor does not take the proof of an authentication',
  split: 'the account does not split the payment as requested',
  partial_authorization: 'the processor does not authorize a part of the amount',
  installments: 'the processor does not charge in installments',
  capture_method: 'the processor does not have this capture method',
};

/** The detail of a refusal that names the accounts which routing has left out. */
export function leftOut(candidates: readonly RouteCandidate[]): Readonly<Record<string, string>> {
  const named = candidates.flatMap(({ merchantConnectorId, connector, filter }) =>
    filter === null ? [] : [`${baseAccountOf(merchantConnectorId)} ${connector} ${filter}`],
  );
  return named.length === 0 ? {} : { left_out: named.join(',') };
}

/** One entry for each of these accounts. */
export const leftOutIn = ({ left_out: named }: Readonly<Record<string, string>>): FieldProblem[] =>
  (named?.split(',') ?? []).map((one) => {
    const [field = '', connector, filter] = one.split(' ');
    return { field, message: `${filter}: ${filterTexts[filter as RouteFilter]} (${connector})` };
  });
