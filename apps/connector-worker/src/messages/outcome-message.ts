import type { Outcome, Outgoing } from '@payorch/contracts';
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
}

function told({ operation, outcome, source }: Report): Outgoing {
  const { flow, refund, sentAt, fallbacks } = operation;
  const said = { ...aboutOf(operation), source, outcome, sentAt: sentAt && sentAt.toISOString() };
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
