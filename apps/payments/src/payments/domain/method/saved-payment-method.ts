import type { AuthorizeOperation } from '@payorch/operations';
import { namedAccountOf, savedIdOf } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import type { DecideContext, Effect } from '../decision';
import { isPartlyAuthorized } from '../attempts/partial-authorization';
import type { Event } from '../outcome-event';
import { moveMandate } from './mandate-update';
import type { Payment } from '../payment';
import { nothing } from '../payment';
import type { SavedMethod } from './saved-method';
import type { Mandate } from '../../../mandates/domain/mandate';
import type { StoredCard } from '../../../payment-methods/domain/method';
import {
  type PaymentMethod,
  type PaymentMethodStatus,
  type ProcessorReference,
  referenceKeyOf,
} from '../../../payment-methods/domain/payment-method';

/** The processor's instruction for later payments. Without the customer's consent nothing is saved. */
export function mandateOf(payment: Payment): AuthorizeOperation['mandate'] {
  const { recurring, setupFutureUsage, terms } = payment;
  if (recurring) {
    return {
      kind: 'use',
      offSession: terms.isOffSession,
      mandateReference: recurring.reference.mandateReference,
      customerReference: recurring.reference.customerReference,
      networkTransactionId: recurring.networkTransactionId,
      ...(recurring.transactionLinkId !== undefined && { transactionLinkId: recurring.transactionLinkId }),
      ...(recurring.eci !== undefined && { eci: recurring.eci }),
    };
  }
  if (setupFutureUsage === null || terms.acceptance === null) return { kind: 'none' };
  // An updated mandate must be chargeable where it moves.
  return { kind: 'store', usage: setupFutureUsage, ...(terms.updatedMandate !== null && { isRequired: true }) };
}

/** Outcomes that show that the processor accepted the payment: its method may be saved from then on. */
const acceptedKinds: readonly Event['outcome']['kind'][] = ['authorized', 'captured', 'accepted', 'challenged'];

interface Saving {
  readonly payment: Payment;
  readonly effects: readonly Effect[];
}

/** Saves the payment method once the processor accepts the payment, and updates it with later outcomes. */
export function saveMethod(payment: Payment, attempt: Attempt, event: Event, context: DecideContext): Saving {
  const { saved, customerId, terms } = payment;
  const isAccepted = acceptedKinds.includes(event.outcome.kind);
  if (mandateOf(payment).kind !== 'store' || customerId === null || !attempt.method || !isAccepted) {
    return { payment, effects: [] };
  }
  const isAuthorized = attempt.state === 'authorized' && !isPartlyAuthorized(payment, attempt);
  const isPaid = isAuthorized || attempt.state === 'charged';
  const status: PaymentMethodStatus = isPaid || saved?.status === 'active' ? 'active' : 'inactive';
  const isNew = saved?.status !== status || ('stored' in event.outcome && event.outcome.stored !== undefined);
  if (!isNew) return { payment, effects: [] };
  const { updatedMandate: updated } = terms;
  const known: SavedMethod = {
    ...(saved ?? newSavedMethod(payment, attempt, context)),
    status,
    // An earlier attempt of the payment may have had another request.
    ...(updated !== null && { mandateId: updated }),
  };
  const { account } = event;
  const moved = moveMandate({ payment, attempt, saved: known, account }, context);
  const now: SavedMethod = moved ? { ...known, hasMovedMandate: true } : known;
  const paymentMethod = paymentMethodOf({ payment, attempt, saved: now, event, now: context.now });
  const mandate = saved ? null : newMandate({ payment, attempt, saved: now, event, now: context.now });
  const { mandateId } = now;
  const isKnownLater = updated === null && saved !== null && mandateId !== null && attempt.stored !== null;
  return {
    payment: { ...payment, saved: now },
    effects: [
      {
        kind: 'save_payment_method',
        paymentMethod,
        isFirst: saved === null,
        isRenewed: status === 'active' && saved?.status !== 'active',
      },
      ...(mandate ? [{ kind: 'create_mandate', mandate } as const] : []),
      ...(isKnownLater ? [{ kind: 'refer_mandate', mandateId, reference: attempt.stored! } as const] : []),
      ...(moved ? [moved] : []),
    ],
  };
}

const newSavedMethod = (
  payment: Payment,
  attempt: Attempt,
  { randomText }: DecideContext,
): Omit<SavedMethod, 'status'> => ({
  paymentMethodId: idToSaveAs(payment, attempt) ?? `pm_${randomText(20)}`,
  mandateId: payment.mandateTerms && `man_${randomText(20)}`,
});

/** The id of a card that the customer saved before, else the one that only this card of this customer has. */
function idToSaveAs({ merchantId, customerId }: Payment, { method }: Attempt): string | null {
  if (method?.savedAs) return method.savedAs.paymentMethodId;
  return method?.card && customerId ? savedIdOf(merchantId, customerId, method.card.fingerprint) : null;
}

interface Stored {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly saved: SavedMethod;
  readonly event: Event;
  readonly now: Date;
}

/**
 * A card without its CVC; of any other method only what is shown, since tokens serve once and the processor stores the rest.
 * Data that the customer chose among saved ones stays saved. A network token stays with the row that has it.
 */
function paymentMethodOf({ payment, attempt, saved, event, now }: Stored): PaymentMethod {
  const { savedAs, orderDigest: _paid, authentication: _proof, networkToken: _token, ...method } = attempt.method!;
  const { account } = event;
  const { stored } = attempt;
  const { merchantId, profileId } = payment;
  // A direct charge was consented to at its connected account: neither its reference nor its transaction serves another one.
  const connected = namedAccountOf(attempt.split);
  const reference: ProcessorReference | null = stored && {
    account,
    profileId,
    ...connected,
    mandateReference: stored.mandateReference,
    customerReference: stored.customerReference,
  };
  return {
    merchantId,
    paymentMethodId: saved.paymentMethodId,
    customerId: payment.customerId!,
    status: saved.status,
    method: {
      ...method,
      card: method.card && withoutCvc(method.card),
      sealedData: savedAs?.isChosen ? method.sealedData : null,
    },
    references: reference ? { [referenceKeyOf(reference)]: reference } : {},
    networkTransactionId: connected.connectedAccount === undefined ? (stored?.networkTransactionId ?? null) : null,
    createdAt: now,
    modifiedAt: now,
  };
}

const withoutCvc = ({ cvcReference: _, ...card }: StoredCard): StoredCard => ({ ...card, cvc: 'absent' });

function newMandate({ payment, attempt, saved, event: { account }, now }: Stored): Mandate | null {
  const { merchantId, profileId, paymentId, customerId, mandateTerms } = payment;
  if (mandateTerms === null || saved.mandateId === null) return null;
  const { mandateReference = null, customerReference = null } = attempt.stored ?? {};
  return {
    merchantId,
    mandateId: saved.mandateId,
    version: 1,
    profileId,
    customerId: customerId!,
    paymentMethodId: saved.paymentMethodId,
    paymentId,
    attemptId: attempt.id,
    account,
    reference: { mandateReference, customerReference },
    status: 'active',
    terms: mandateTerms,
    captured: nothing,
    reserved: nothing,
    revocation: null,
    customerAcceptance: payment.terms.acceptance,
    createdAt: now,
    modifiedAt: now,
  };
}
