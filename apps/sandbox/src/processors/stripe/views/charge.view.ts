import { nulls, pick } from '../../../kit/objects/decision';
import { platformAccount } from '../account';
import { maximumCapturable } from '../decide/charges';
import { feeOf, returnedOf, transferOf } from '../decide/split';
import type { Charge, Intent, PaymentMethod, Refund } from '../objects/records';
import type { StripeObjects } from '../objects/store';
import { generatedView, methodDetailsView } from './method.view';

/** A list, as the API returns it. */
export const listView = (url: string, data: readonly object[], has_more = false) => {
  return { object: 'list', data, has_more, url };
};

/** A charge has one fee and one transfer at most, so their ids follow from its own. */
const feeIdOf = ({ id }: Charge): string => id.replace('ch_', 'fee_');
const transferIdOf = ({ id }: Charge): string => id.replace('ch_', 'tr_');
export const chargeIdOf = (id: string): string => id.replace(/^(fee|tr)_/, 'ch_');

const availability = (available: boolean) => ({ status: available ? 'available' : 'unavailable' });

/** Without an authentication outside Stripe, the customer was challenged on Stripe's page. */
const threeDSecureView = ({ imported }: Charge) => ({
  authentication_flow: imported ? null : 'challenge',
  electronic_commerce_indicator: imported ? (imported.electronic_commerce_indicator ?? null) : '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: imported?.transaction_id ?? null,
  version: imported?.version ?? '2.2.0',
});

function detailsView(charge: Charge, method: PaymentMethod) {
  const { type } = method;
  const shown = methodDetailsView(method);
  if (type !== 'card') return { type, [type]: { ...shown, ...generatedView(method, charge.generatedDebit) } };
  const { captureBefore, overcapture = false, id } = charge;
  return {
    type,
    card: {
      ...shown,
      amount_authorized: charge.amount,
      authorization_code: charge.status === 'succeeded' ? id.slice(-6).toUpperCase() : null,
      ...(captureBefore !== null && { capture_before: captureBefore }),
      extended_authorization: { status: charge.extended ? 'enabled' : 'disabled' },
      incremental_authorization: availability(charge.incremental),
      multicapture: availability(charge.multicapture),
      network_transaction_id: id.slice(-15),
      overcapture: { maximum_amount_capturable: maximumCapturable(charge), ...availability(overcapture) },
      three_d_secure: charge.authenticated ? threeDSecureView(charge) : null,
    },
  };
}

/** Stripe counts the uncaptured rest of a single capture as refunded. */
const releasedOf = ({ amount, amount_captured: captured, ...charge }: Charge, { status }: Intent): number =>
  charge.captured && status === 'succeeded' ? Math.max(0, amount - captured) : 0;

/** A charge without a transfer lacks the key `transfer`. */
const splitFields = (charge: Charge) => ({
  application_fee: feeOf(charge) === 0 ? null : feeIdOf(charge),
  application_fee_amount: charge.split?.fee ?? null,
  on_behalf_of: charge.split?.onBehalfOf ?? null,
  ...(transferOf(charge) !== 0 && { transfer: transferIdOf(charge) }),
  transfer_data: charge.split?.destination ? { amount: null, destination: charge.split.destination } : null,
});

export function chargeFields(charge: Charge, objects: Pick<StripeObjects, 'get'>) {
  const intent = objects.get('payment_intent', charge.payment_intent);
  const method = objects.get('payment_method', charge.payment_method);
  const amount_refunded = charge.amount_refunded + releasedOf(charge, intent);
  return {
    amount_refunded,
    balance_transaction: charge.captured ? charge.id.replace('ch_', 'txn_') : null,
    billing_details: { ...charge.billing_details, tax_id: null },
    calculated_statement_descriptor: charge.statement_descriptor ?? 'SANDBOX',
    paid: charge.status === 'succeeded',
    payment_method_details: detailsView(charge, method),
    refunded: amount_refunded >= Math.max(charge.amount, charge.amount_captured),
    ...splitFields(charge),
  };
}

function cardDestination(isDone: boolean) {
  const reference_status = isDone ? 'pending' : 'unavailable';
  return { type: 'card', card: { type: 'refund', reference_status, reference_type: 'acquirer_reference_number' } };
}

export function refundFields({ id, status, methodType, failureReason, transferReversed }: Refund) {
  const failure = {
    failure_balance_transaction: id.replace('re_', 'txn_f'),
    failure_reason: failureReason ?? 'unknown',
  };
  const isDone = status === 'succeeded';
  return {
    balance_transaction: isDone ? id.replace('re_', 'txn_') : null,
    destination_details: methodType === 'card' ? cardDestination(isDone) : { type: methodType },
    ...(status === 'failed' && failure),
    ...(status === 'pending' && { pending_reason: 'processing' }),
    transfer_reversal: transferReversed === undefined ? null : id.replace('re_', 'trr_'),
  };
}

/** The fee that the platform earns; undefined for a charge without one. */
export function feeView(charge: Charge, refunds: readonly Refund[]) {
  const { account, split } = charge;
  const amount = feeOf(charge);
  if (amount === 0) return undefined;
  const amount_refunded = returnedOf('feeRefunded', refunds);
  const id = feeIdOf(charge);
  return {
    id,
    object: 'application_fee',
    account: account === platformAccount ? split?.destination : account,
    amount,
    amount_refunded,
    application: 'ca_sandbox',
    balance_transaction: id.replace('fee_', 'txn_fee_'),
    charge: charge.id,
    ...pick(charge, 'created', 'currency'),
    ...nulls('fee_source', 'originating_transaction'),
    livemode: false,
    refunded: amount_refunded === amount,
    refunds: listView(`/v1/application_fees/${id}/refunds`, []),
  };
}

/** The transfer of a destination charge; undefined for a charge without one. */
export function transferView(charge: Charge, refunds: readonly Refund[]) {
  const amount = transferOf(charge);
  if (amount === 0) return undefined;
  const amount_reversed = returnedOf('transferReversed', refunds);
  const id = transferIdOf(charge);
  return {
    id,
    object: 'transfer',
    amount,
    amount_reversed,
    balance_transaction: id.replace('tr_', 'txn_tr_'),
    ...pick(charge, 'created', 'currency', 'transfer_group'),
    description: null,
    destination: charge.split?.destination,
    destination_payment: id.replace('tr_', 'py_'),
    livemode: false,
    metadata: {},
    reversals: listView(`/v1/transfers/${id}/reversals`, []),
    reversed: amount_reversed === amount,
    source_transaction: charge.id,
    source_type: 'card',
  };
}
