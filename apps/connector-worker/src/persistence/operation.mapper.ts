import type { Found } from '@payorch/connector-kit';
import { outcome as outcomeCodec } from '@payorch/contracts';
import type { AccountRef, Outcome } from '@payorch/contracts';
import type {
  AttemptId,
  Currency,
  MerchantConnectorId,
  MerchantId,
  OperationId,
  PaymentId,
  ProfileId,
  RefundId,
} from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow } from '@payorch/platform/postgres';
import { z } from 'zod';
import type { Kind, Operation, OperationFacts, OperationState, PaymentFlow } from '../domain/operation';
import type { OperationRow } from './operation.rows';

/** An outcome in the form of the jsonb column. */
export const outcomeToColumn = (outcome: Outcome): object => z.encode(outcomeCodec, outcome);
const outcomeFromColumn = (stored: object): Outcome => z.decode(outcomeCodec, stored as z.input<typeof outcomeCodec>);

/** A new row by its column names; the caller adds state and lease. */
export const factsToRow = (facts: OperationFacts) => ({
  operation_id: facts.operationId,
  merchant_id: facts.merchantId,
  profile_id: facts.profileId,
  payment_id: facts.paymentId,
  attempt_id: facts.attemptId,
  flow: facts.flow,
  connector: facts.account.connector,
  merchant_connector_id: facts.account.merchantConnectorId,
  amount: facts.money && minorUnitsToJson(facts.money.amount),
  currency: facts.money && facts.money.currency,
  reference: facts.reference,
  refund_id: facts.refund && facts.refund.refundId,
  payment_reference: facts.refund && facts.refund.paymentReference,
  mandate_id: facts.flow === 'revoke_mandate' ? facts.mandateId : null,
  fallbacks: facts.fallbacks,
  cvc_reference: facts.cvcReference,
  account_pin: facts.accountPin,
});

/** CHECK constraints tie the columns of a refund and of a mandate to their flows. */
function kindOf({ flow, refund_id, payment_reference, mandate_id }: StoredRow<OperationRow>): Kind {
  if (mandate_id !== null) return { flow: 'revoke_mandate', refund: null, mandateId: mandate_id };
  return refund_id !== null && payment_reference !== null
    ? { flow: 'refund', refund: { refundId: refund_id as RefundId, paymentReference: payment_reference } }
    : { flow: flow as PaymentFlow, refund: null };
}

export const fromRow = (row: StoredRow<OperationRow>): Operation => ({
  operationId: row.operation_id as OperationId,
  merchantId: row.merchant_id as MerchantId,
  profileId: row.profile_id as ProfileId,
  paymentId: row.payment_id as PaymentId,
  attemptId: row.attempt_id as AttemptId,
  ...kindOf(row),
  account: {
    connector: row.connector,
    merchantConnectorId: row.merchant_connector_id as MerchantConnectorId,
  },
  money: row.amount === null ? null : { amount: minorUnitsFromColumn(row.amount), currency: row.currency as Currency },
  reference: row.reference,
  fallbacks: row.fallbacks as readonly AccountRef[] | null,
  cvcReference: row.cvc_reference,
  accountPin: row.account_pin,
  found: row.found as Found | null,
  state: row.state as OperationState,
  leaseToken: row.lease_token,
  sentAt: row.sent_at === null ? null : new Date(row.sent_at),
  outcome: row.outcome && outcomeFromColumn(row.outcome),
});
