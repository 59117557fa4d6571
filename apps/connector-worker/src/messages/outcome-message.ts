import type { Outcome } from '@payorch/contracts';
import { connectorOutcome, outgoing } from '@payorch/contracts';
import type { Envelope, MessageContext } from '@payorch/platform/kafka';
import type { Operation } from '../domain/operation';

export type OutcomeSource = 'call' | 'sync' | 'webhook';

/** What is to be said of an operation. The id follows from its cause: said twice, it carries the same id twice. */
export interface Report {
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly source: OutcomeSource;
  readonly messageId: string;
}

/** A report as the message that `payments` waits for, within the trace of what caused it. */
export function outcomeMessage(
  { operation, outcome, source, messageId }: Report,
  cause: MessageContext,
  now: Date,
): Envelope {
  const { operationId, merchantId, profileId, paymentId, attemptId, account, flow, sentAt, fallbacks } = operation;
  const about = { operationId, merchantId, profileId, paymentId, attemptId, account, flow };
  return {
    ...outgoing(connectorOutcome, {
      ...about,
      source,
      outcome,
      sentAt: sentAt && sentAt.toISOString(),
      fallbacks: fallbacks && [...fallbacks],
    }),
    context: {
      messageId,
      correlationId: cause.correlationId,
      traceparent: cause.traceparent,
      occurredAt: now,
      ...(cause.accountVersion === undefined ? {} : { accountVersion: cause.accountVersion }),
    },
  };
}
