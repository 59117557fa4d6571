import type { Charge, Intent, PaymentMethod, Refund } from '../objects/records';
import { maximumCapturable } from '../decide/overcapture';
import { feeOf, transferOf } from '../decide/split';
import { feeIdOf, transferIdOf } from './split.view';
import { generatedView, methodDetailsView } from './method.view';
import type { ViewContext, View } from './view-context';
import { referencesIn } from './view-context';

const outcomeView = ({ outcome }: Charge) =>
  outcome && {
    advice_code: outcome.adviceCode,
    network_advice_code: null,
    network_decline_code: outcome.networkDeclineCode,
    network_status: outcome.networkStatus,
    reason: outcome.reason,
    risk_level: outcome.riskLevel,
    risk_score: outcome.riskLevel === 'normal' ? 24 : 92,
    seller_message: outcome.sellerMessage,
    type: outcome.type,
  };

const availability = (available: boolean) => ({ status: available ? 'available' : 'unavailable' });

const authenticationView = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

/** Without an authentication outside Stripe, the customer was challenged on Stripe's page. */
const threeDSecureView = ({ imported }: Charge) =>
  imported
    ? {
        ...authenticationView,
        authentication_flow: null,
        electronic_commerce_indicator: imported.electronic_commerce_indicator ?? null,
        transaction_id: imported.transaction_id,
        version: imported.version,
      }
    : authenticationView;

function detailsView(charge: Charge, method: PaymentMethod) {
  const shown = methodDetailsView(method);
  if (method.type !== 'card') {
    return { type: method.type, [method.type]: { ...shown, ...generatedView(method, charge.generatedDebit) } };
  }
  const { amount, captureBefore, extended, incremental, multicapture, overcapture = false, authenticated, id } = charge;
  return {
    type: 'card',
    card: {
      ...shown,
      amount_authorized: amount,
      authorization_code: charge.status === 'succeeded' ? id.slice(-6).toUpperCase() : null,
      ...(captureBefore === null ? {} : { capture_before: captureBefore }),
      extended_authorization: { status: extended ? 'enabled' : 'disabled' },
      incremental_authorization: availability(incremental),
      multicapture: availability(multicapture),
      network_transaction_id: id.slice(-15),
      overcapture: { maximum_amount_capturable: maximumCapturable(charge), ...availability(overcapture) },
      three_d_secure: authenticated ? threeDSecureView(charge) : null,
    },
  };
}

/** Stripe counts the uncaptured rest of a single capture as refunded. */
function refundedAmountOf(charge: Charge, intent: Intent): number {
  const released =
    charge.captured && intent.status === 'succeeded' ? Math.max(0, charge.amount - charge.amountCaptured) : 0;
  return charge.amountRefunded + released;
}

const feeView = (charge: Charge) => ({
  application_fee: feeOf(charge) === 0 ? null : feeIdOf(charge),
  application_fee_amount: charge.split?.fee ?? null,
});

/** A charge without a transfer lacks the key `transfer`. */
const transferView = (charge: Charge) => ({
  ...(transferOf(charge) === 0 ? {} : { transfer: transferIdOf(charge) }),
  transfer_data: charge.split?.destination ? { amount: null, destination: charge.split.destination } : null,
});

export const chargeView: View<Charge> = (charge, viewContext, expansion) => {
  const intent = viewContext.objects.get('payment_intent', charge.intent);
  const method = viewContext.objects.get('payment_method', charge.paymentMethod);
  const refundedAmount = refundedAmountOf(charge, intent);
  const reference = referencesIn(viewContext, expansion);
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: refundedAmount,
    application: null,
    ...feeView(charge),
    balance_transaction: charge.captured ? charge.id.replace('ch_', 'txn_') : null,
    billing_details: { ...charge.billing, tax_id: null },
    calculated_statement_descriptor: charge.statementDescriptor ?? 'SANDBOX',
    captured: charge.captured,
    created: charge.created,
    currency: charge.currency,
    customer: reference('customer', 'customer', charge.customer),
    description: charge.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: charge.split?.onBehalfOf ?? null,
    outcome: outcomeView(charge),
    paid: charge.status === 'succeeded',
    payment_intent: reference('payment_intent', 'payment_intent', charge.intent),
    payment_method: charge.paymentMethod,
    payment_method_details: detailsView(charge, method),
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: refundedAmount >= Math.max(charge.amount, charge.amountCaptured),
    ...(expansion.has('refunds') ? { refunds: refundsView(charge, viewContext) } : {}),
    review: null,
    shipping: charge.shipping,
    source_transfer: null,
    statement_descriptor: charge.statementDescriptor,
    statement_descriptor_suffix: charge.statementDescriptorSuffix,
    status: charge.status,
    ...transferView(charge),
    transfer_group: charge.transferGroup,
  };
};

const refundsView = ({ id }: Charge, { objects }: ViewContext) => ({
  object: 'list',
  data: objects.refundsOf(id).map(plainRefund).reverse(),
  has_more: false,
  url: `/v1/charges/${id}/refunds`,
});

const destinationView = ({ methodType, status }: Refund) =>
  methodType === 'card'
    ? {
        type: 'card',
        card: {
          type: 'refund',
          reference_status: status === 'succeeded' ? 'pending' : 'unavailable',
          reference_type: 'acquirer_reference_number',
        },
      }
    : { type: methodType };

const plainRefund = (refund: Refund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: refund.status === 'succeeded' ? refund.id.replace('re_', 'txn_') : null,
  charge: refund.charge,
  created: refund.created,
  currency: refund.currency,
  destination_details: destinationView(refund),
  ...(refund.status === 'failed'
    ? {
        failure_balance_transaction: refund.id.replace('re_', 'txn_f'),
        failure_reason: refund.failureReason ?? 'unknown',
      }
    : {}),
  metadata: refund.metadata,
  payment_intent: refund.intent,
  ...(refund.status === 'pending' ? { pending_reason: 'processing' } : {}),
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: refund.transferReversed === undefined ? null : refund.id.replace('re_', 'trr_'),
});

export const refundView: View<Refund> = (refund, viewContext, expansion) => {
  const reference = referencesIn(viewContext, expansion);
  return {
    ...plainRefund(refund),
    charge: reference('charge', 'charge', refund.charge),
    payment_intent: reference('payment_intent', 'payment_intent', refund.intent),
  };
};
