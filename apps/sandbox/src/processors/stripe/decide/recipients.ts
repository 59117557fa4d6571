import { newObject, pick } from '../../../kit/objects/decision';
import { valueAt } from '../../../kit/params/read-params';
import { cardDetails, cardProblem } from '../cards/card-details';
import { invalidRequest } from '../errors';
import type { ExternalAccount, Recipient } from '../objects/records';
import type { AddExternalAccount, CreateRecipient, RecipientParams } from '../params/payout-params';
import { currencyProblem } from '../params/parts';
import type { DecisionContext, StripeDecision } from './decision';
import { changedMetadata, decided, refused, stored } from './decision';

const person = ['individual.first_name', 'individual.last_name', 'individual.dob.day', 'individual.dob.month'];
const required = {
  all: ['business_profile.mcc', 'business_profile.url', 'tos_acceptance.date', 'tos_acceptance.ip'],
  individual: [...person, 'individual.dob.year'],
  company: ['company.name', 'company.tax_id'],
};

/** Stripe's published number of a person that it cannot verify. */
const unverified = '111111111';

/** What Stripe requires before transfers are active: a part of its list, which differs by country. */
function dueOf({ given, business_type: type }: Recipient): string[] {
  const names = [...required.all, ...(type === 'individual' ? required.individual : required.company)];
  const isUnverified = valueAt(given, ['individual', 'id_number']) === unverified;
  return [
    ...names.filter((name) => !valueAt(given, name.split('.'))),
    ...(isUnverified ? ['individual.verification.document'] : []),
  ];
}

/** Whether the recipient may receive transfers, and be paid out of them. */
export function readinessOf(recipient: Recipient, accounts: readonly ExternalAccount[]) {
  const due = dueOf(recipient);
  const transfers = recipient.requested && due.length === 0 && recipient.rejected === null;
  const currently_due = accounts.length === 0 ? [...due, 'external_account'] : due;
  return { transfers, payouts: transfers && accounts.length > 0, currently_due };
}

const groups = ['business_profile', 'company', 'individual', 'tos_acceptance'] as const;

const changed = (recipient: Recipient, { metadata, capabilities, ...input }: RecipientParams): Recipient => ({
  ...recipient,
  ...pick(input, 'email', 'business_type'),
  metadata: changedMetadata(recipient.metadata, metadata),
  given: Object.fromEntries(groups.map((name) => [name, { ...recipient.given[name], ...input[name] }])),
  requested: capabilities?.['transfers']?.requested ?? recipient.requested,
});

export function createRecipient(params: CreateRecipient, context: DecisionContext): StripeDecision {
  const { country = 'US', type = 'standard', ...input } = params;
  const blank = { email: null, business_type: null, metadata: {}, given: {}, requested: false, rejected: null };
  const recipient: Recipient = { ...newObject('account', 'acct', context), ...blank, country, type };
  return stored(changed(recipient, input), 'account.updated');
}

export const updateRecipient = (recipient: Recipient, input: RecipientParams): StripeDecision =>
  stored(changed(recipient, input), 'account.updated');

export const rejectRecipient = (recipient: Recipient, { reason }: { readonly reason: string }): StripeDecision =>
  stored({ ...recipient, rejected: `rejected.${reason}` }, 'account.updated');

/** The failure of payouts by the last digits of the account's number (docs.stripe.com/connect/testing#account-numbers). */
const failures: Readonly<Record<string, string>> = {
  '11116': 'no_account',
  '11113': 'account_closed',
  '22227': 'insufficient_funds',
  '33335': 'debit_not_authorized',
  '44440': 'invalid_currency',
};

type Wanted = AddExternalAccount['external_account'];

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'MasterCard', discover: 'Discover' };

/** What of a destination is stored: its last digits, and what its view shows. */
function keptOf(wanted: Wanted) {
  if (wanted.object === 'bank_account') {
    const { object: _, country, currency, account_number: number, ...details } = wanted;
    const shown = { ...details, bank_name: 'STRIPE TEST BANK', status: 'new' };
    return { country, currency, last4: number.slice(-4), failure: failures[number.slice(-5)] ?? null, details: shown };
  }
  const { brand, last4, exp_month, exp_year, funding } = cardDetails(wanted);
  const details = { brand: brands[brand] ?? 'Unknown', exp_month, exp_year, funding, name: wanted.name ?? null };
  return { country: 'US', currency: wanted.currency ?? 'usd', last4, failure: null, details };
}

function problemOf(input: Wanted, nowMs: number) {
  if (input.object === 'bank_account') {
    const isNumber = /^[A-Za-z0-9]{6,34}$/.test(input.account_number);
    const wrong = invalidRequest('Invalid account number.', { code: 'account_number_invalid', param: 'bank_account' });
    return isNumber ? currencyProblem(input.currency) : wrong;
  }
  const isDebit = cardDetails(input).funding === 'debit';
  const wrong = invalidRequest('The card must be a debit card.', {
    code: 'invalid_card_type',
    param: 'external_account',
  });
  return cardProblem(input, nowMs) ?? (isDebit ? undefined : wrong);
}

/** Adds the bank account or debit card that is paid. */
export function addExternalAccount(
  recipient: Recipient,
  input: AddExternalAccount,
  context: DecisionContext,
): StripeDecision {
  const { external_account: wanted, metadata } = input;
  const problem = problemOf(wanted, context.moment.nowMs);
  if (problem) return refused(problem);
  const added: ExternalAccount = {
    ...newObject(wanted.object, wanted.object === 'card' ? 'card' : 'ba', context),
    ...keptOf(wanted),
    metadata: changedMetadata({}, metadata),
    recipient: recipient.id,
  };
  return decided(added, { 'account.external_account.created': added, 'account.updated': recipient });
}
