import type { AuthorizeOperation, DataOf, Json, JsonObject, connectorOutcome } from '@payorch/contracts';
import type { Attempt } from './attempt';
import type { DecideContext, Effect } from './decision';
import type { Payment } from './payment';
import { nothing } from './payment';
import type { Kept, Mandate, PaymentMethod, PaymentMethodStatus } from './stored-method';

type Event = DataOf<typeof connectorOutcome>;

const object = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

/** That the customer agreed to have the method stored, in either place where a request may say so. */
export const acceptanceOf = ({ details }: Pick<Payment, 'details'>): JsonObject | null =>
  object(details['customer_acceptance']) ?? object(object(details['mandate_data'])?.['customer_acceptance']);

/** What the processor is to do about later payments. Without the customer's consent nothing is stored. */
export function mandateOf(payment: Payment): AuthorizeOperation['mandate'] {
  const { recurring, setupFutureUsage, details } = payment;
  if (recurring) {
    return {
      kind: 'use',
      offSession: details['off_session'] === true,
      mandateReference: recurring.reference.mandateReference,
      customerReference: recurring.reference.customerReference,
      networkTransactionId: recurring.networkTransactionId,
    };
  }
  if (setupFutureUsage === null || acceptanceOf(payment) === null) return { kind: 'none' };
  return { kind: 'store', usage: setupFutureUsage };
}

/** Answers that show that the processor took the payment up: a method may be kept from then on. */
const takenUp: readonly Event['outcome']['kind'][] = ['authorized', 'captured', 'accepted', 'challenged'];

interface Keeping {
  readonly payment: Payment;
  readonly effects: readonly Effect[];
}

/** Keeps the method once the processor took the payment up, and notes later what more became known of it. */
export function keepMethod(payment: Payment, attempt: Attempt, event: Event, context: DecideContext): Keeping {
  const { kept, customerId } = payment;
  const isTaken = takenUp.includes(event.outcome.kind);
  if (mandateOf(payment).kind !== 'store' || customerId === null || !attempt.method || !isTaken) {
    return { payment, effects: [] };
  }
  const isPaid = attempt.state === 'authorized' || attempt.state === 'charged';
  const status: PaymentMethodStatus = isPaid || kept?.status === 'active' ? 'active' : 'inactive';
  const isNews = kept?.status !== status || ('stored' in event.outcome && event.outcome.stored !== undefined);
  if (!isNews) return { payment, effects: [] };
  const now: Kept = { ...(kept ?? newKept(payment, context)), status };
  const stored = paymentMethodOf({ payment, attempt, kept: now, event, now: context.now });
  const mandate = kept ? null : newMandate(payment, now, event, context.now);
  return {
    payment: { ...payment, kept: now },
    effects: [{ kind: 'keep_method', stored }, ...(mandate ? [{ kind: 'give_mandate', mandate } as const] : [])],
  };
}

const newKept = ({ mandateTerms }: Payment, { randomText }: DecideContext): Omit<Kept, 'status'> => ({
  paymentMethodId: `pm_${randomText(20)}`,
  mandateId: mandateTerms && `man_${randomText(20)}`,
});

interface Stored {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly kept: Kept;
  readonly event: Event;
  readonly now: Date;
}

/** Of a card everything but the CVC; of any other method what is shown, since tokens serve once and the processor keeps the rest. */
function paymentMethodOf({ payment, attempt, kept, event, now }: Stored): PaymentMethod {
  const method = attempt.method!;
  const { account } = event;
  const { stored } = attempt;
  const { merchantId, profileId } = payment;
  return {
    merchantId,
    paymentMethodId: kept.paymentMethodId,
    customerId: payment.customerId!,
    status: kept.status,
    method: { ...method, card: method.card && { ...method.card, cvc: 'absent' }, sealedData: null },
    references: stored
      ? {
          [account.merchantConnectorId]: {
            account,
            profileId,
            mandateReference: stored.mandateReference,
            customerReference: stored.customerReference,
          },
        }
      : {},
    networkTransactionId: stored?.networkTransactionId ?? null,
    createdAt: now,
    modifiedAt: now,
  };
}

function newMandate(payment: Payment, kept: Kept, { account }: Event, now: Date): Mandate | null {
  const { merchantId, paymentId, customerId, mandateTerms } = payment;
  if (mandateTerms === null || kept.mandateId === null) return null;
  return {
    merchantId,
    mandateId: kept.mandateId,
    customerId: customerId!,
    paymentMethodId: kept.paymentMethodId,
    paymentId,
    account,
    status: 'active',
    terms: mandateTerms,
    captured: nothing,
    reserved: nothing,
    customerAcceptance: acceptanceOf(payment),
    createdAt: now,
    modifiedAt: now,
  };
}
