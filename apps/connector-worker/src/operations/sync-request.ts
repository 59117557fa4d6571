import type { Outcome } from '@payorch/contracts';
import type {
  AuthenticationSyncOperation,
  BoundConnector,
  BoundFlow,
  HttpReply,
  HttpRequest,
  Operations,
  RefundSyncOperation,
  SyncOperation,
  UnreferencedRefundSyncOperation,
} from '@payorch/connector-kit';
import { unknown } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import type { OperationFacts } from '../domain/operation';
import { hasNoAmount } from '../domain/operation';

/** The lookup of an operation at the processor. */
export type SyncRequest =
  | { readonly flow: 'sync'; readonly operation: SyncOperation }
  | { readonly flow: 'refundSync'; readonly operation: RefundSyncOperation }
  | { readonly flow: 'unreferencedRefundSync'; readonly operation: UnreferencedRefundSyncOperation }
  | { readonly flow: 'authenticationSync'; readonly operation: AuthenticationSyncOperation };

/**
 * Undefined for an operation that nothing can find: a pre-authentication, or an authentication without the server's id.
 * `connectedAccount`: of a direct charge. The row does not have it; commands do, and a webhook causes no call.
 */
export function syncRequestOf(facts: OperationFacts, connectedAccount?: string): SyncRequest | undefined {
  const { operationId: id, flow, money, reference, refund } = facts;
  if (flow === 'pre_authenticate') return undefined;
  if (flow === 'authenticate')
    return reference === null ? undefined : { flow: 'authenticationSync', operation: { id, reference } };
  if (hasNoAmount(flow)) return { flow: 'sync', operation: { id, flow, reference, connectedAccount } };
  if (money === null) throw new InvariantError(`operation ${id} has no amount`);
  if (flow === 'unreferenced_refund')
    return { flow: 'unreferencedRefundSync', operation: { id, reference, money, connectedAccount } };
  return flow === 'refund'
    ? { flow: 'refundSync', operation: { id, ...refund, reference, money, connectedAccount } }
    : { flow: 'sync', operation: { id, flow, reference, money, connectedAccount } };
}

/** A sync ready to be sent. It has no preliminaries: everything that it names exists already. */
export interface SyncCall {
  readonly request: HttpRequest;
  read(reply: HttpReply): Outcome;
}

const syncCall = <Name extends SyncRequest['flow']>(
  flow: BoundFlow<Name> | undefined,
  operation: Operations[Name],
): SyncCall | undefined =>
  flow && {
    request: flow.buildRequest(operation, {}),
    read: (reply) => flow.parseResponse(operation, reply, {}),
  };

const unreadable = 'The answer of the processor could not be read';

/**
 * The same, guarded against exceptions of the connector: an answer that cannot be read is unknown.
 * @param onFault called with the exception
 */
export const guardedSyncCall = (call: SyncCall, onFault: (error: unknown) => void): SyncCall => ({
  request: call.request,
  read: (reply) => {
    try {
      return call.read(reply);
    } catch (error) {
      onFault(error);
      return unknown('UNREADABLE_ANSWER', unreadable);
    }
  },
});

/** Undefined if the connector has no such lookup. */
export function syncCallOf(bound: BoundConnector, request: SyncRequest): SyncCall | undefined {
  switch (request.flow) {
    case 'sync':
      return syncCall(bound.flow('sync'), request.operation);
    case 'refundSync':
      return syncCall(bound.flow('refundSync'), request.operation);
    case 'unreferencedRefundSync':
      return syncCall(bound.flow('unreferencedRefundSync'), request.operation);
    case 'authenticationSync':
      return syncCall(bound.flow('authenticationSync'), request.operation);
  }
}
