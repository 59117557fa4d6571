import type { AccountRef, Outcome, ProcessorDispute, RouteDecision } from '@payorch/contracts';
import { disputeIdOf } from '@payorch/contracts';
import type {
  AttemptId,
  MerchantConnectorId,
  MerchantId,
  OperationId,
  PaymentId,
  ProfileId,
  RefundId,
} from '@payorch/kernel';
import { money } from '@payorch/kernel';
import type { Operation, PaymentFlow, PayoutFlow } from '../src/domain/operation';
import type { DisputeReport } from '../src/operations/outcome-message';
import type { UnmatchedDispute } from '../src/persistence/unmatched-dispute.repository';

export const anAccount: AccountRef = { merchantConnectorId: 'mca_1' as MerchantConnectorId, connector: 'stripe_test' };
export const captured: Outcome = { kind: 'captured', reference: 'ref_1', money: money(6540n, 'USD') };
export const refunded: Outcome = { kind: 'refunded', reference: 're_1', money: money(2540n, 'USD') };
export const unknownOutcome: Outcome = {
  kind: 'unknown',
  reference: null,
  error: { code: 'TIMEOUT', message: 'no answer', reason: null },
};
export const challenged: Outcome = {
  kind: 'challenged',
  reference: 'ref_1',
  challenge: { url: 'https://processor.example/3ds', method: 'GET', fields: {} },
};

type Payment = Extract<Operation, { flow: PaymentFlow | PayoutFlow }>;

/** The decision of routing by a rule of the profile. */
export const aDecision: RouteDecision = {
  source: 'active',
  algorithmId: null,
  routingVersion: 3,
  accountVersion: 4,
  rule: { index: 0, name: 'gold' },
  draw: null,
  fellBack: false,
  facts: { values: { currency: 'USD' } },
  candidates: [{ ...anAccount, filter: null }],
};

/** An authorization's row with the given state and outcome. */
export const anOperation = (known: Partial<Payment>): Payment => ({
  operationId: 'op_1' as OperationId,
  merchantId: 'merchant_1' as MerchantId,
  profileId: 'pro_1' as ProfileId,
  paymentId: 'pay_1' as PaymentId,
  attemptId: 'pay_1_1' as AttemptId,
  relayId: null,
  authenticationId: null,
  flow: 'authorize',
  refund: null,
  account: anAccount,
  money: money(6540n, 'USD'),
  reference: null,
  fallbacks: [],
  decision: null,
  cvcReference: null,
  accountPin: 'pin',
  found: null,
  state: 'sent',
  leaseToken: 'lease',
  sentAt: new Date('2026-11-01T10:00:00Z'),
  outcome: null,
  ...known,
});

/** A refund's row with the given state and outcome. */
export const aRefund = (known: Partial<Payment>): Operation => ({
  ...anOperation({ money: money(2540n, 'USD'), fallbacks: null, ...known }),
  flow: 'refund',
  refund: { refundId: 'ref_1' as RefundId, paymentReference: 'pay_at_the_processor' },
});

/** A dispute as its processor has it. */
export const aProcessorDispute = (known: Partial<ProcessorDispute> = {}): ProcessorDispute => ({
  reference: 'dispute_1',
  stage: 'dispute',
  status: 'dispute_opened',
  money: money(6540n, 'USD'),
  refundable: false,
  connectorStatus: 'needs_response',
  reason: 'fraudulent',
  reasonCode: '83',
  challengeBy: '2026-11-11T10:00:00.000Z',
  openedAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:05.000Z',
  ...known,
});

/** A notice of a dispute whose charge is not known. */
export const anUnmatchedDispute = (known: Partial<UnmatchedDispute>): UnmatchedDispute => ({
  merchantId: 'merchant_1' as MerchantId,
  account: anAccount,
  messageId: 'webhook:mca_1:evt_1:dispute:dispute_1',
  source: 'webhook',
  charge: { reference: 'ref_1', operationIds: [] },
  dispute: aProcessorDispute(),
  ...known,
});

/** The report of a dispute of the charge `anOperation`. */
export const aDisputeReport = (known: Partial<DisputeReport['data']>): DisputeReport => {
  const { merchantId, profileId, paymentId, attemptId, account } = anOperation({});
  const disputeId = disputeIdOf(merchantId, account.merchantConnectorId, 'dispute_1');
  const about = { merchantId, profileId, paymentId, attemptId, account, disputeId, chargeReference: 'ref_1' };
  return {
    messageId: 'webhook:mca_1:evt_1:dispute:dispute_1',
    data: { ...about, source: 'webhook', dispute: aProcessorDispute(), ...known },
  };
};
