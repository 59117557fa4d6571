import type { Outcome, Outgoing, Unanswered } from '@payorch/contracts';
import { connectorOutcome, connectorRefundOutcome, outgoing } from '@payorch/contracts';
import type { Envelope, MessageContext } from '@payorch/platform/kafka';
import type { Operation } from '../domain/operation';
import { aboutOf } from '../operations/call-command';

export type OutcomeSource = 'call' | 'sync' | 'webhook';

/** What is to be said of an operation. The id follows from its cause: said twice, it carries the same id twice. */
export interface Report {
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly source: OutcomeSource;
  readonly messageId: string;
  /** Of a sync that brought no answer of the processor. */
  readonly unanswered?: Unanswered;
}

function told({ operation, outcome, source, unanswered }: Report): Outgoing {
  const { flow, refund, sentAt, fallbacks } = operation;
  const said = {
    ...aboutOf(operation),
    source,
    outcome,
    sentAt: sentAt && sentAt.toISOString(),
    ...(unanswered && { unanswered }),
  };
  return flow === 'refund'
    ? outgoing(connectorRefundOutcome, { ...said, refundId: refund.refundId })
    : outgoing(connectorOutcome, { ...said, flow, fallbacks: fallbacks && [...fallbacks] });
}

/** A report as the message that `payments` or `refunds` waits for, within the trace of what caused it. */
export function outcomeMessage(report: Report, cause: MessageContext, now: Date): Envelope {
  return {
    ...told(report),
    context: {
      messageId: report.messageId,
      correlationId: cause.correlationId,
      traceparent: cause.traceparent,
      occurredAt: now,
      ...(cause.accountVersion === undefined ? {} : { accountVersion: cause.accountVersion }),
    },
  };
}
