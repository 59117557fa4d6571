import type { DataOf, Outcome, Outgoing, Unanswered } from '@payorch/contracts';
import {
  connectorAuthenticationOutcome,
  connectorDisputeOutcome,
  connectorDisputeReported,
  connectorMandateOutcome,
  connectorMandateReported,
  connectorOutcome,
  connectorPayoutOutcome,
  connectorRefundOutcome,
  connectorRelayOutcome,
  outgoing,
} from '@payorch/contracts';
import { InvariantError, type PayoutAttemptId, type PayoutId } from '@payorch/kernel';
import type { Envelope, MessageContext } from '@payorch/platform/kafka';
import { isOfPayout, type Operation } from '../domain/operation';
import { idsOf } from './commands/call-command';

export type OutcomeSource = 'call' | 'sync' | 'webhook';

/** An outcome to publish. Its message id follows from its cause, so a repeated publication has the same id. */
export interface Report {
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly source: OutcomeSource;
  readonly messageId: string;
  /** Set for a sync without an answer of the processor. */
  readonly unanswered?: Unanswered;
  /** The outcome was stored before: the report repeats it after a redelivery. */
  readonly isRepeated?: boolean;
}

function payloadOf({ operation, outcome, source, unanswered }: Report): Outgoing {
  const { sentAt, fallbacks, decision } = operation;
  const data = {
    ...idsOf(operation),
    source,
    outcome,
    sentAt: sentAt && sentAt.toISOString(),
    ...(unanswered && { unanswered }),
  };
  const { paymentId, attemptId, ...withoutPayment } = data;
  const route = { fallbacks: fallbacks && [...fallbacks], ...(decision && { decision }) };
  const { relayId, authenticationId } = operation;
  if (relayId !== null) return outgoing(connectorRelayOutcome, { ...withoutPayment, relayId });
  if (authenticationId !== null)
    return outgoing(connectorAuthenticationOutcome, { ...withoutPayment, authenticationId });
  if (isOfPayout(operation)) {
    const payoutId = paymentId as string as PayoutId;
    const payoutAttemptId = attemptId as string as PayoutAttemptId;
    const { flow } = operation;
    return outgoing(connectorPayoutOutcome, { ...withoutPayment, payoutId, payoutAttemptId, flow, ...route });
  }
  switch (operation.flow) {
    case 'refund':
      return outgoing(connectorRefundOutcome, { ...data, refundId: operation.refund.refundId });
    case 'unreferenced_refund':
      throw new InvariantError(`operation ${operation.operationId} belongs to no relay`);
    case 'revoke_mandate':
      return outgoing(connectorMandateOutcome, { ...data, mandateId: operation.mandateId });
    case 'accept_dispute':
    case 'submit_evidence':
      return outgoing(connectorDisputeOutcome, { ...data, disputeId: operation.disputeId });
    default:
      return outgoing(connectorOutcome, {
        ...data,
        flow: operation.flow,
        ...route,
      });
  }
}

/** What a webhook says of a payment method that the processor saved. */
export interface MandateReport {
  readonly data: DataOf<typeof connectorMandateReported>;
  readonly messageId: string;
}

/** What the processor says of a dispute of one of our charges. */
export interface DisputeReport {
  readonly data: DataOf<typeof connectorDisputeReported>;
  readonly messageId: string;
}

const contextOf = (messageId: string, cause: MessageContext, now: Date): Envelope['context'] => ({
  messageId,
  correlationId: cause.correlationId,
  traceparent: cause.traceparent,
  occurredAt: now,
  ...(cause.accountVersion === undefined ? {} : { accountVersion: cause.accountVersion }),
});

/** The message for the operation's owner, in the trace of its cause. */
export const outcomeMessage = (report: Report, cause: MessageContext, now: Date): Envelope => ({
  ...payloadOf(report),
  context: contextOf(report.messageId, cause, now),
});

/** The message for the owner of the mandates, in the trace of its cause. */
export const mandateMessage = ({ data, messageId }: MandateReport, cause: MessageContext, now: Date): Envelope => ({
  ...outgoing(connectorMandateReported, data),
  context: contextOf(messageId, cause, now),
});

/** The message for the owner of the disputes, in the trace of its cause. */
export const disputeMessage = ({ data, messageId }: DisputeReport, cause: MessageContext, now: Date): Envelope => ({
  ...outgoing(connectorDisputeReported, data),
  context: contextOf(messageId, cause, now),
});
