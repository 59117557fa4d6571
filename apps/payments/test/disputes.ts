import type { connectorDisputeOutcome, connectorDisputeReported, DataOf, ProcessorDispute } from '@payorch/contracts';
import { disputeIdOf, isRefusal } from '@payorch/contracts';
import type { AttemptId, OperationId, PaymentId } from '@payorch/kernel';
import type { DecideContext, Decision } from '../src/disputes/domain/decision';
import type { Dispute } from '../src/disputes/domain/dispute';
import { eur, firstAccount, merchantId, now, profileId } from './fixtures';

export const disputeReference = 'du_1';
export const disputeId = disputeIdOf(merchantId, firstAccount.merchantConnectorId, disputeReference);
export const disputePaymentId = 'pay_1' as PaymentId;
export const answerOperation = 'op_answer_1' as OperationId;
export const disputeCaller = { topic: 'gateway.replies.1', correlationId: 'c1' };

export const processorDisputeOf = (given: Partial<ProcessorDispute> = {}): ProcessorDispute => ({
  reference: disputeReference,
  stage: 'dispute',
  status: 'dispute_opened',
  money: eur('10.50'),
  refundable: false,
  connectorStatus: 'needs_response',
  reason: 'fraudulent',
  reasonCode: '10.4',
  challengeBy: null,
  openedAt: null,
  updatedAt: null,
  ...given,
});

export const disputeContext = (changes: Partial<DecideContext> = {}): DecideContext => ({
  now,
  partition: 3,
  pendingReplies: [],
  newOperationId: () => answerOperation,
  pollAfterMs: null,
  rules: { syncAfterMs: [2_000, 5_000], syncsBeforeIncident: 4, beginWithinMs: 300_000 },
  ...changes,
});

export const aDispute = (known: Partial<ProcessorDispute> = {}, given: Partial<Dispute> = {}): Dispute => ({
  merchantId,
  disputeId,
  version: 1,
  profileId,
  paymentId: disputePaymentId,
  attemptId: `${disputePaymentId}_1` as AttemptId,
  account: firstAccount,
  chargeReference: 'pi_1',
  known: processorDisputeOf(known),
  evidence: {},
  answer: null,
  readers: [],
  readAt: null,
  isAlreadyRefunded: false,
  incidents: [],
  partition: 3,
  createdAt: now,
  modifiedAt: now,
  ...given,
});

type Report = DataOf<typeof connectorDisputeReported>;

export const reportOf = (known: Partial<ProcessorDispute> | null, source: Report['source'] = 'webhook'): Report => {
  const { profileId: profile, paymentId, attemptId, account, chargeReference } = aDispute();
  const about = { merchantId, profileId: profile, disputeId, paymentId, attemptId, account, chargeReference };
  return { ...about, source, dispute: known && processorDisputeOf(known) };
};

export const answerOutcomeOf = (
  outcome: DataOf<typeof connectorDisputeOutcome>['outcome'],
  changes: Partial<DataOf<typeof connectorDisputeOutcome>> = {},
): DataOf<typeof connectorDisputeOutcome> => {
  const { profileId: profile, paymentId, attemptId, account } = aDispute();
  const ids = { operationId: answerOperation, merchantId, profileId: profile, paymentId, attemptId };
  return { ...ids, account, disputeId, source: 'call', outcome, sentAt: now.toISOString(), ...changes };
};

/** The dispute after a decision, which must not be a refusal. */
export function disputeAfter(decision: Decision, before: Dispute): Dispute {
  if (isRefusal(decision)) throw new Error(`refused: ${decision.code}`);
  return decision.kind === 'decided' ? decision.state : before;
}

export const effectKindsOf = (decision: Decision): readonly string[] => {
  if (isRefusal(decision)) throw new Error(`refused: ${decision.code}`);
  return decision.effects.map(({ kind }) => kind);
};
