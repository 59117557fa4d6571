import { effectOf, newObject, nulls } from '../../../kit/objects/decision';
import { platformAccount } from '../account';
import type { Refusal } from '../errors';
import { invalidRequest, noSuch } from '../errors';
import type { ExternalAccount, Payout, Recipient, StripeRecord, Transfer } from '../objects/records';
import { amountText, currencyProblem } from '../params/parts';
import type { CreatePayout, CreateTransfer, ReverseTransfer } from '../params/payout-params';
import type { DecisionContext, StripeDecision } from './decision';
import { changedMetadata, decided, refused, stored, unchanged, updated } from './decision';
import { readinessOf } from './recipients';

export const isExternal = (record: StripeRecord): record is ExternalAccount =>
  record.object === 'bank_account' || record.object === 'card';

/** What the recipient has at Stripe: transferred to it, and not paid out. */
function balanceOf(records: readonly StripeRecord[], currency: string): number {
  const amounts = records.map((record) => {
    if (record.object === 'transfer') return record.currency === currency ? record.amount - record.amount_reversed : 0;
    if (record.object !== 'payout' || record.currency !== currency) return 0;
    return record.status === 'failed' || record.status === 'canceled' ? 0 : -record.amount;
  });
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

const insufficient = (amount: number, currency: string): Refusal =>
  invalidRequest(
    `You have insufficient funds in your Stripe account: the balance is ${amountText(amount, currency)}.`,
    { code: 'balance_insufficient' },
  );

const noCapability = invalidRequest(
  'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
  { code: 'insufficient_capabilities_for_transfer' },
);

/** What a transfer and a payout have in common. */
const movedBy = (input: CreateTransfer | CreatePayout, { reference, delivery, variation }: DecisionContext) => ({
  amount: input.amount + (variation.amountDelta ?? 0),
  currency: input.currency,
  description: input.description ?? null,
  metadata: changedMetadata({}, input.metadata),
  reference,
  delivery,
});

export function createTransfer(input: CreateTransfer, context: DecisionContext): StripeDecision {
  const { currency, destination, transfer_group = null } = input;
  const recipient = context.objects.find('account', context.account, destination);
  if (!recipient) return refused(noSuch('destination', destination, 'destination'));
  const isReady = readinessOf(recipient, context.objects.ofRecipient(destination).filter(isExternal)).transfers;
  const problem = currencyProblem(currency) ?? (isReady ? undefined : noCapability);
  if (problem) return refused(problem);
  const moved = { ...movedBy(input, context), destination, transfer_group, amount_reversed: 0 };
  const transfer: Transfer = { ...newObject('transfer', 'tr', context), ...moved };
  return decided(transfer, { 'transfer.created': transfer }, { effect: effectOf('transfer', transfer, transfer) });
}

/** Takes the transfer, or a part of it, back from what the recipient still has. */
export function reverseTransfer(transfer: Transfer, input: ReverseTransfer, context: DecisionContext): StripeDecision {
  const { currency, destination } = transfer;
  const left = transfer.amount - transfer.amount_reversed;
  const { amount = left } = input;
  if (left === 0) return refused(invalidRequest(`The transfer ${transfer.id} is already fully reversed.`));
  if (amount > left)
    return refused(invalidRequest(`Reversal amount is greater than the unreversed ${left}`, { param: 'amount' }));
  const balance = balanceOf(context.objects.ofRecipient(destination), currency);
  if (balance < amount) return refused(insufficient(balance, currency));
  const reversal = {
    ...newObject('transfer_reversal', 'trr', context),
    amount,
    currency,
    transfer: transfer.id,
    recipient: destination,
    metadata: changedMetadata({}, input.metadata),
  };
  const reduced: Transfer = { ...transfer, amount_reversed: transfer.amount_reversed + amount };
  const effect = effectOf('transfer_return', transfer, reversal);
  return decided(reversal, { 'transfer.reversed': reduced }, { effect, also: [reversal] });
}

/** The external account that is paid: the named one, or the first of the currency. */
function paidTo(recipient: Recipient | undefined, input: CreatePayout, accounts: readonly ExternalAccount[]) {
  const { currency, destination, method } = input;
  const isPayable = recipient && readinessOf(recipient, accounts).payouts;
  if (!isPayable) return invalidRequest('Payouts are not enabled for this account.', { code: 'payouts_not_allowed' });
  const found = accounts.find(
    (one) => one.currency === currency && (destination === undefined || one.id === destination),
  );
  if (!found) return noSuch('external account', destination ?? currency, 'destination');
  const isTooSlow = method === 'instant' && found.object !== 'card';
  const slow = { code: 'instant_payouts_unsupported', param: 'method' };
  return isTooSlow ? invalidRequest('The destination does not support instant payouts.', slow) : found;
}

/** Pays out of the recipient's own account. */
export function createPayout(input: CreatePayout, context: DecisionContext): StripeDecision {
  const { amount, currency, method = 'standard' } = input;
  const { account, moment, objects, variation } = context;
  const records = objects.ofRecipient(account);
  const to = paidTo(objects.find('account', platformAccount, account), input, records.filter(isExternal));
  if ('http' in to) return refused(to);
  const balance = balanceOf(records, currency);
  if (balance < amount) return refused(insufficient(balance, currency));
  const { ms = context.settleAfterMs, status = to.failure === null ? 'succeeded' : 'failed' } =
    variation.settlesLater ?? {};
  const failure = status === 'failed' ? (to.failure ?? 'could_not_process') : null;
  const payout: Payout = {
    ...newObject('payout', 'po', context),
    ...movedBy(input, context),
    ...nulls('failure_code', 'reversed_by', 'original_payout'),
    method,
    destination: to.id,
    type: to.object,
    status: 'pending',
    pending: { atMs: moment.nowMs + ms, status, failure },
  };
  return stored(payout, 'payout.created');
}

/** Pays a pending payout, or returns its amount to the recipient's balance. */
export function settlePayout(payout: Payout): StripeDecision {
  const { pending } = payout;
  if (!pending) return unchanged;
  if (pending.status === 'failed') {
    return stored({ ...payout, status: 'failed', failure_code: pending.failure, pending: null }, 'payout.failed');
  }
  const paid: Payout = { ...payout, status: 'paid', pending: null };
  return decided(paid, { 'payout.paid': paid }, { effect: effectOf('payout', paid, paid) });
}

export function cancelPayout(payout: Payout): StripeDecision {
  const message = 'Payouts can only be canceled while they are pending.';
  if (payout.status !== 'pending') return refused(invalidRequest(message));
  return stored({ ...payout, status: 'canceled', pending: null }, 'payout.canceled');
}

/** Takes a paid payout back from the bank: by another payout, of the negative amount. */
export function reversePayout(
  payout: Payout,
  input: Pick<CreatePayout, 'metadata'>,
  context: DecisionContext,
): StripeDecision {
  if (payout.status !== 'paid' || payout.reversed_by !== null || payout.original_payout !== null) {
    return refused(invalidRequest('This payout cannot be reversed.'));
  }
  const made = newObject('payout', 'po', context);
  const back: Payout = {
    ...updated({ ...payout, metadata: {} }, input),
    ...made,
    amount: -payout.amount,
    original_payout: payout.id,
  };
  const reversed: Payout = { ...payout, reversed_by: back.id };
  const events = { 'payout.created': back, 'payout.updated': reversed };
  return decided(back, events, { effect: effectOf('payout_return', payout, payout) });
}
