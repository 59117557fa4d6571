import type { Outcome } from '@payorch/contracts';
import type {
  BoundConnector,
  BoundFlow,
  HttpReply,
  HttpRequest,
  Operations,
  RefundSyncOperation,
  SyncOperation,
} from '@payorch/connector-kit';
import { unknown } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import type { OperationFacts } from '../domain/operation';
import { isSumless } from '../domain/operation';

/** An operation as a question to the processor. */
export type Question =
  | { readonly flow: 'sync'; readonly operation: SyncOperation }
  | { readonly flow: 'refundSync'; readonly operation: RefundSyncOperation };

export function questionOf(facts: OperationFacts): Question {
  const { operationId: id, flow, money, reference, refund } = facts;
  if (isSumless(flow)) return { flow: 'sync', operation: { id, flow, reference } };
  if (money === null) throw new InvariantError(`operation ${id} has no sum`);
  return flow === 'refund'
    ? { flow: 'refundSync', operation: { id, ...refund, reference, money } }
    : { flow: 'sync', operation: { id, flow, reference, money } };
}

/** A question ready to be sent. It needs nothing before it: whatever it asks is there already. */
export interface Inquiry {
  readonly request: HttpRequest;
  read(reply: HttpReply): Outcome;
}

const inquiry = <Name extends Question['flow']>(
  flow: BoundFlow<Name> | undefined,
  operation: Operations[Name],
): Inquiry | undefined =>
  flow && {
    request: flow.buildRequest(operation, {}),
    read: (reply) => flow.parseResponse(operation, reply, {}),
  };

const unreadable = 'The answer of the processor could not be read';

/**
 * The same, guarded from the connector's own faults: an answer that is not read says nothing of the operation.
 * @param onFault told of it
 */
export const guardedInquiry = (inquiry: Inquiry, onFault: (error: unknown) => void): Inquiry => ({
  request: inquiry.request,
  read: (reply) => {
    try {
      return inquiry.read(reply);
    } catch (error) {
      onFault(error);
      return unknown('UNREADABLE_ANSWER', unreadable);
    }
  },
});

/** Undefined where the connector cannot be asked. */
export const inquiryOf = (bound: BoundConnector, question: Question): Inquiry | undefined =>
  question.flow === 'sync'
    ? inquiry(bound.flow('sync'), question.operation)
    : inquiry(bound.flow('refundSync'), question.operation);
