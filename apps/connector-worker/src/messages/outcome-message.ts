import type { Outcome, Outgoing, Unanswered } from '@payorch/contracts';
import { connectorOutcome, connectorRefundOutcome, outgoing } from '@payorch/contracts';
import type { Envelope, MessageContext } from '@payorch/platform/kafka';
import type { Operation } from '../domain/operation';
import { idsOf } from '../operations/call-command';

export type OutcomeSource = 'call' | 'sync' | 'webhook';

/** An outcome to publish. Its message id follows from its cause, so a repeated publication has the same id. */
export interface Report {
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly source: OutcomeSource;
  readonly messageId: string;
  /** Set for a sync without an answer of the processor. */
  readonly unanswered?: Unanswered;
}

function payloadOf({ operation, outcome, source, unanswered }: Report): Outgoing {
  const { flow, refund, sentAt, fallbacks } = operation;
  const data = {
    ...idsOf(operation),
    source,
    outcome,
    sentAt: sentAt && sentAt.toISOString(),
    ...(unanswered && { unanswered }),
  };
  return flow === 'refund'
    ? outgoing(connectorRefundOutcome, { ...data, refundId: refund.refundId })
    : outgoing(connectorOutcome, { ...data, flow, fallbacks: fallbacks && [...fallbacks] });
}

/** The message for `payments` or `refunds`, in the trace of its cause. */
export function outcomeMessage(report: Report, cause: MessageContext, now: Date): Envelope {
  return {
    ...payloadOf(report),
    context: {
      messageId: report.messageId,
      correlationId: cause.correlationId,
      traceparent: cause.traceparent,
      occurredAt: now,
      ...(cause.accountVersion === undefined ? {} : { accountVersion: cause.accountVersion }),
    },
  };
}
