import type { PaymentFields, RecurringDetails, Refusal, StraightThrough } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { isIn, move } from '../attempts/attempt';
import type { DecideContext, Effect } from '../decision';
import { hasMethodData } from '../fields';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, nothing, withAttempt } from '../payment';
import { isChargeable, type Mandate, type MandateUse } from '../../../mandates/domain/mandate';
import type { PaymentMethod, ProcessorReference } from '../../../payment-methods/domain/payment-method';
import { chargeable, type Method } from '../../../payment-methods/domain/method';
import type { ChargedReference, Recurring } from './saved-method';

const wrong = (message: string, path: string): Refusal => refuse('precondition_failed', { message, path });

const invalidMandate = (path: string, reason: string): Refusal => refuse('mandate_validation_failed', { reason, path });

/** The payment with the payment method that the request names for a recurring charge. */
export function withRecurring(payment: Payment, fields: PaymentFields, context: DecideContext): Payment | Refusal {
  const { recurring: named } = fields;
  if (!named) return payment.recurring && hasMethodData(fields) ? { ...payment, recurring: null } : payment;
  const charged = chargedBy(named, payment, context);
  if (isRefusal(charged)) return charged;
  const { method, recurring } = charged;
  const attempt = { ...activeAttempt(payment), method };
  if (!isIn(attempt, 'payment_method_awaited', 'confirmation_awaited')) return refuse('internal');
  return { ...withAttempt(payment, move(attempt, 'method_given', {}, { modifiedAt: context.now })), recurring };
}

interface Charged {
  readonly method: Method;
  readonly recurring: Recurring;
}

function chargedBy(named: RecurringDetails, payment: Payment, context: DecideContext): Charged | Refusal {
  switch (named.kind) {
    case 'processor_token':
      return byToken(payment, named, context);
    case 'network_transaction':
      return byNetworkTransaction(payment, named);
    case 'limited_card':
      return byLimitedCard(payment, named);
    case 'mandate':
    case 'payment_method': {
      const found = named.kind === 'mandate' ? byMandate(payment, named, context) : byMethod(payment, named, context);
      return isRefusal(found) ? found : savedHere(found, payment, context);
    }
  }
}

function savedHere({ stored, mandate }: Found, payment: Payment, context: DecideContext): Charged | Refusal {
  const isAgnostic =
    mandate === null && context.settings.profile.connectorAgnosticMit === true && hasNetworkTransaction(stored);
  const reference = isAgnostic ? anyAccount(payment, null) : referenceOf(stored, payment, mandate);
  const refusal = mandate && checkMandate(mandate, payment, context.now);
  if (refusal) return refusal;
  if (!reference) return refuse('no_eligible_connector');
  return {
    method: stored.method,
    recurring: {
      mandateId: mandate?.mandateId ?? null,
      use: mandate?.terms.use ?? null,
      paymentMethodId: stored.paymentMethodId,
      paymentMethodStatus: stored.status,
      reference,
      networkTransactionId: stored.networkTransactionId,
      reserved: nothing,
    },
  };
}

const anyAccount = ({ profileId }: Payment, mandateReference: string | null): ChargedReference => ({
  account: null,
  profileId,
  mandateReference,
  customerReference: null,
});

const notSavedHere = {
  mandateId: null,
  use: null,
  paymentMethodId: null,
  paymentMethodStatus: null,
  reserved: nothing,
};

/** A payment method that a processor saved for the merchant: at the named account of the payment's profile, else by routing. */
function byToken(
  payment: Payment,
  { token, merchantConnectorId }: Extract<RecurringDetails, { kind: 'processor_token' }>,
  context: DecideContext,
): Charged | Refusal {
  const { method } = activeAttempt(payment);
  if (!method) return refuse('missing_param', { field: 'payment_method' });
  const account = merchantConnectorId === null ? null : context.accounts.account(merchantConnectorId);
  if (account === undefined || (account !== null && account.profileId !== payment.profileId)) {
    const path = 'recurring_details.data.merchant_connector_id';
    return refuse('connector_account_not_found', { reason: merchantConnectorId ?? '', path });
  }
  const named = account && { connector: account.connector, merchantConnectorId: account.merchantConnectorId };
  const reference = { ...anyAccount(payment, token), account: named };
  return {
    method: { ...method, card: null, sealedData: null },
    recurring: { ...notSavedHere, reference, networkTransactionId: null },
  };
}

/** The card, or the token that stands for it, comes with the request. */
function byNetworkTransaction(
  payment: Payment,
  { networkTransactionId, transactionLinkId }: Extract<RecurringDetails, { kind: 'network_transaction' }>,
): Charged | Refusal {
  const { method } = activeAttempt(payment);
  if (!method?.card && !method?.sealedData) return refuse('missing_param', { field: 'recurring_details' });
  const chain = transactionLinkId === undefined ? {} : { transactionLinkId };
  const reference = anyAccount(payment, null);
  return { method, recurring: { ...notSavedHere, reference, networkTransactionId, ...chain } };
}

/** The card comes with the request, and nothing else names the customer's consent: only some connectors take such a charge. */
function byLimitedCard(
  payment: Payment,
  { eci }: Extract<RecurringDetails, { kind: 'limited_card' }>,
): Charged | Refusal {
  const { method } = activeAttempt(payment);
  if (!method?.card) return refuse('missing_param', { field: 'recurring_details' });
  const recurring = { ...notSavedHere, reference: anyAccount(payment, null), networkTransactionId: null };
  return { method, recurring: { ...recurring, ...(eci !== undefined && { eci }) } };
}

interface Found {
  readonly stored: PaymentMethod;
  readonly mandate: Mandate | null;
}

function byMandate(
  payment: Payment,
  { mandateId }: Extract<RecurringDetails, { kind: 'mandate' }>,
  context: DecideContext,
): Found | Refusal {
  const mandate = context.records.mandate(mandateId);
  if (!mandate) return refuse('mandate_not_found');
  if (mandate.customerId !== payment.customerId)
    return wrong('customer_id must match mandate customer_id', 'customer_id');
  const stored = context.records.paymentMethod(mandate.paymentMethodId);
  return stored ? { stored, mandate } : refuse('internal');
}

function byMethod(
  payment: Payment,
  { paymentMethodId }: Extract<RecurringDetails, { kind: 'payment_method' }>,
  context: DecideContext,
): Found | Refusal {
  const stored = context.records.paymentMethod(paymentMethodId);
  if (!stored) return refuse('payment_method_not_found', { path: 'recurring_details.data' });
  if (stored.customerId !== payment.customerId)
    return wrong('The payment_method_id is not valid', 'recurring_details.data');
  return stored.status === 'active'
    ? { stored, mandate: null }
    : wrong('The payment_method_id is not valid', 'recurring_details.data');
}

/** Refuses to charge a mandate that cannot be charged now, or more than its limit. */
function checkMandate(mandate: Mandate, payment: Payment, now: Date): Refusal | undefined {
  if (!isChargeable(mandate, now)) return refuse('precondition_failed', { message: 'mandate is not active' });
  const { captured, reserved, terms } = mandate;
  if (terms.limit === null) return undefined;
  const { amount, currency } = netAmount(payment);
  if (currency !== terms.limit.currency) return invalidMandate('currency', 'cross currency mandates not supported');
  return captured + reserved + amount > terms.limit.amount
    ? invalidMandate('amount', 'request amount is greater than mandate amount')
    : undefined;
}

/** The same for the mandate that the payment has named, maybe long before: since then its amount and the mandate may have changed. */
export function refuseMandate(payment: Payment, { records, now }: DecideContext): Refusal | undefined {
  const { recurring } = payment;
  if (!recurring?.mandateId || recurring.reserved === null) return undefined;
  const mandate = records.mandate(recurring.mandateId);
  return mandate ? checkMandate(mandate, payment, now) : refuse('mandate_not_found');
}

const hasNetworkTransaction = ({ networkTransactionId, method }: PaymentMethod): boolean =>
  networkTransactionId !== null && (chargeable(method.card) !== null || method.walletToken !== undefined);

/**
 * The newest reference at an account of the payment's profile; with a mandate its own, at the account that set it up. A direct
 * charge names only references of its connected account, and other payments none of those.
 */
export function referenceOf(
  stored: PaymentMethod,
  payment: Payment,
  mandate: Mandate | null,
): ProcessorReference | undefined {
  const known: readonly ProcessorReference[] = mandate
    ? [{ account: mandate.account, profileId: mandate.profileId, ...mandate.reference }]
    : Object.values(stored.references);
  const connected = payment.terms.connectedAccount;
  const isNameable = ({ mandateReference, connectedAccount }: ProcessorReference): boolean =>
    mandateReference === null ? hasNetworkTransaction(stored) : connectedAccount === connected;
  return known.findLast((reference) => reference.profileId === payment.profileId && isNameable(reference));
}

/** A processor saves a payment method at one account: the payment goes to that account or to none. Null: to any account. */
export const straightTo = ({ reference: { account } }: Recurring): StraightThrough | null =>
  account && {
    kind: 'accounts',
    algorithm: 'single',
    accounts: [{ connector: account.connector, merchantConnectorId: account.merchantConnectorId }],
  };

const useOf = ({ merchantId, recurring }: Payment, change: Partial<MandateUse>): Effect[] =>
  recurring?.mandateId
    ? [
        {
          kind: 'use_mandate',
          use: { merchantId, mandateId: recurring.mandateId, reserved: 0n, captured: 0n, revoke: false, ...change },
        },
      ]
    : [];

/** Reserves the amount from the mandate's limit before the authorization, so that concurrent payments cannot exceed it together. */
export function reserveMandate(payment: Payment): { readonly payment: Payment; readonly effects: readonly Effect[] } {
  const { recurring } = payment;
  if (!recurring?.mandateId) return { payment, effects: [] };
  const reserved = minorUnits(netAmount(payment).amount);
  return { payment: { ...payment, recurring: { ...recurring, reserved } }, effects: useOf(payment, { reserved }) };
}

/** Settles the mandate's reservation by the payment's state: released where nothing was charged, else counted as captured. */
export function settleMandate(payment: Payment): { readonly payment: Payment; readonly effects: readonly Effect[] } {
  const { recurring } = payment;
  if (!recurring?.mandateId || recurring.reserved === null) return { payment, effects: [] };
  const settled = { ...payment, recurring: { ...recurring, reserved: null } };
  const released = -recurring.reserved;
  const { state, facts } = activeAttempt(payment);
  switch (state) {
    case 'confirmation_awaited':
    case 'failure':
    case 'voided':
    case 'expired':
      return { payment: settled, effects: useOf(payment, { reserved: released }) };
    case 'charged':
    case 'partial_charged':
      return {
        payment: settled,
        effects: useOf(payment, {
          reserved: released,
          captured: facts.charged.amount,
          revoke: recurring.use === 'single_use',
        }),
      };
    case 'authorized':
      return { payment, effects: recurring.use === 'single_use' ? useOf(payment, { revoke: true }) : [] };
    default:
      return { payment, effects: [] };
  }
}
