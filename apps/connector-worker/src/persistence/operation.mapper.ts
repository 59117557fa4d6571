import type { Found } from '@payorch/connector-kit';
import { decisionFromStored, decisionToStored, outcome as outcomeCodec } from '@payorch/contracts';
import type { AccountRef, Outcome, StoredDecision } from '@payorch/contracts';
import type {
  AttemptId,
  AuthenticationId,
  Currency,
  DisputeId,
  MerchantConnectorId,
  MerchantId,
  OperationId,
  PaymentId,
  ProfileId,
  RefundId,
  RelayId,
} from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow } from '@payorch/platform/postgres';
import { type RowPlace, type RowSeals, SealedColumn, SealedText } from '@payorch/platform/sealing';
import { z } from 'zod';
import type {
  DisputeFlow,
  Kind,
  Operation,
  OperationFacts,
  OperationState,
  PaymentFlow,
  PayoutFlow,
} from '../domain/operation';
import { isOfDispute } from '../domain/operation';
import type { OperationRow } from './operation.rows';

/** The customer's next step, and the proof of an authentication. The response is a seal of its own, which the deletion of a customer removes. */
const outcomeColumn = new SealedColumn('operations.outcome', ['challenge', 'proof']);
const responseText = new SealedText('operations.response');

type StoredOutcome = Readonly<Record<string, unknown>> & { readonly whole?: string };

/** An outcome in the form of the jsonb column. */
export function outcomeToColumn(seals: RowSeals, outcome: Outcome, place: RowPlace): object {
  const { whole, ...others } = z.encode(outcomeCodec, outcome) as StoredOutcome;
  const stored = outcomeColumn.write(seals, others, place);
  return whole === undefined ? stored : { ...stored, whole: responseText.write(seals, whole, place) };
}

function outcomeFromColumn(seals: RowSeals, column: object, place: RowPlace): Outcome {
  const { whole, ...stored } = column as StoredOutcome;
  const others = outcomeColumn.read(seals, stored, place);
  const outcome = whole === undefined ? others : { ...others, whole: responseText.read(seals, whole, place) };
  return z.decode(outcomeCodec, outcome as z.input<typeof outcomeCodec>);
}

/** A stored outcome under the merchant's current key, its response too; undefined where both are already. */
export function outcomeResealed(seals: RowSeals, column: object, place: RowPlace): object | undefined {
  const { whole, ...stored } = column as StoredOutcome;
  const others = outcomeColumn.resealed(seals, stored, place);
  const response = whole === undefined ? undefined : responseText.resealed(seals, whole, place);
  if (others === undefined && response === undefined) return undefined;
  return { ...(others ?? stored), ...(whole !== undefined && { whole: response ?? whole }) };
}

/** Where the sealed values of an operation belong. */
export const placeOf = ({ merchantId, operationId }: Pick<Operation, 'merchantId' | 'operationId'>): RowPlace => ({
  merchantId,
  objectId: operationId,
});

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
  relay_id: facts.relayId,
  authentication_id: facts.authenticationId,
  mandate_id: facts.flow === 'revoke_mandate' ? facts.mandateId : null,
  dispute_id: isOfDispute(facts) ? facts.disputeId : null,
  fallbacks: facts.fallbacks,
  decision: facts.decision && decisionToStored(facts.decision),
  cvc_reference: facts.cvcReference,
  account_pin: facts.accountPin,
});

/** CHECK constraints tie the columns of a refund, of a mandate and of a dispute to their flows. */
function kindOf({ flow, refund_id, payment_reference, mandate_id, dispute_id }: StoredRow<OperationRow>): Kind {
  if (mandate_id !== null) return { flow: 'revoke_mandate', refund: null, mandateId: mandate_id };
  if (dispute_id !== null) return { flow: flow as DisputeFlow, refund: null, disputeId: dispute_id as DisputeId };
  if (flow === 'unreferenced_refund') return { flow, refund: null };
  return refund_id !== null && payment_reference !== null
    ? { flow: 'refund', refund: { refundId: refund_id as RefundId, paymentReference: payment_reference } }
    : { flow: flow as PaymentFlow | PayoutFlow, refund: null };
}

export const fromRow = (seals: RowSeals, row: StoredRow<OperationRow>): Operation => ({
  operationId: row.operation_id as OperationId,
  merchantId: row.merchant_id as MerchantId,
  profileId: row.profile_id as ProfileId,
  paymentId: row.payment_id as PaymentId,
  attemptId: row.attempt_id as AttemptId,
  relayId: row.relay_id as RelayId | null,
  authenticationId: row.authentication_id as AuthenticationId | null,
  ...kindOf(row),
  account: {
    connector: row.connector,
    merchantConnectorId: row.merchant_connector_id as MerchantConnectorId,
  },
  money: row.amount === null ? null : { amount: minorUnitsFromColumn(row.amount), currency: row.currency as Currency },
  reference: row.reference,
  fallbacks: row.fallbacks as readonly AccountRef[] | null,
  decision: row.decision && decisionFromStored(row.decision as StoredDecision),
  cvcReference: row.cvc_reference,
  accountPin: row.account_pin,
  found: row.found as Found | null,
  state: row.state as OperationState,
  leaseToken: row.lease_token,
  sentAt: row.sent_at === null ? null : new Date(row.sent_at),
  outcome:
    row.outcome && outcomeFromColumn(seals, row.outcome, { merchantId: row.merchant_id, objectId: row.operation_id }),
});
