import type { Outcome } from '@payorch/contracts';
import type { BoundConnector, FlowOperations, HttpReply, HttpRequest } from '@payorch/connector-kit';
import { unknown } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import { declarationOf, hasAmount, type Lookup } from '@payorch/operations';
import { isOfPayout, type OperationFacts } from '../domain/operation';

type LookupFlow = Lookup['flow'];

/** The lookup of an operation at the processor. */
export type SyncRequest = {
  readonly [Flow in LookupFlow]: { readonly flow: Flow; readonly operation: FlowOperations[Flow] };
}[LookupFlow];

/**
 * What the facts of rows do not have: the connected account of a direct charge, the recipient of a payout and the charge of a dispute,
 * which commands of syncs name, and when the worker first called.
 */
interface Named {
  readonly connectedAccount?: string | undefined;
  readonly recipientReference?: string | null;
  readonly chargeReference?: string;
  readonly sentAt?: Date | null;
}

/**
 * Undefined for an operation that nothing can find: a pre-authentication, or an authentication without the server's id.
 * `named`: nothing for a webhook, which causes no call.
 */
export function syncRequestOf(
  facts: OperationFacts,
  { connectedAccount, recipientReference = null, chargeReference, sentAt }: Named = {},
): SyncRequest | undefined {
  const { operationId: id, flow, money, reference, refund } = facts;
  const { lookup } = declarationOf(flow);
  if (!lookup || (lookup.flow === 'authenticationSync' && reference === null)) return undefined;
  if (money === null && hasAmount(flow)) throw new InvariantError(`operation ${id} has no amount`);
  const operation = {
    id,
    reference,
    connectedAccount,
    ...((lookup.flow === 'sync' || lookup.flow === 'payoutSync' || lookup.flow === 'disputeSync') && { flow }),
    ...(lookup.flow === 'disputeSync' && { chargeReference }),
    ...(isOfPayout(facts) && { payoutId: facts.paymentId, recipientReference, sentAt: sentAt?.toISOString() }),
    ...(hasAmount(flow) && { money }),
    ...refund,
  };
  return { flow: lookup.flow, operation } as unknown as SyncRequest;
}

/** A sync ready to be sent. It has no preliminaries: everything that it names exists already. */
export interface SyncCall {
  readonly request: HttpRequest;
  read(reply: HttpReply): Outcome;
}

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
export function syncCallOf(bound: BoundConnector, { flow: name, operation }: SyncRequest): SyncCall | undefined {
  const flow = bound.flow<LookupFlow>(name);
  return (
    flow && {
      request: flow.buildRequest(operation, {}),
      read: (reply) => flow.parseResponse(operation, reply, {}),
    }
  );
}
