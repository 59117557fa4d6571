import type { Flow, FlowOperations, HttpReply } from '@payorch/connector-kit';
import { getJson, readAnswer, unexpectedReply, unknown, urlOf } from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import { z } from 'zod';
import type { Credentials } from '../../credentials';
import { errorOf } from '../../errors';
import { headersOf } from '../../requests/headers';
import { cancelledBy, createdBy, payoutOf, recipientAccountOf } from '../../responses/payout-status';
import { payout, recipient, transfer, type Transfer } from '../../responses/payout-wire';
import { pageOf, refusal, type WireError } from '../../responses/wire';

type Sync = FlowOperations['payoutSync'];

/** Of a payout whose call had no answer, the reference is still the transfer's. */
const payoutIdOf = ({ reference }: Sync): string | null => (reference?.startsWith('tr_') ? null : reference);

/** Where the step is found: by Stripe's id, or in the complete list of what the payout or the recipient has. */
function pathOf(operation: Sync): readonly [path: readonly string[], query: string] {
  const { flow, reference, recipientReference, payoutId } = operation;
  switch (flow) {
    case 'payout_fulfill': {
      const id = payoutIdOf(operation);
      return id === null ? [['payouts'], '?limit=100'] : [['payouts', id], ''];
    }
    case 'payout_create':
    case 'payout_cancel':
      return reference === null
        ? [['transfers'], `?transfer_group=${encodeURIComponent(payoutId)}&limit=100`]
        : [['transfers', reference], ''];
    default:
      return [['accounts', recipientReference ?? ''], ''];
  }
}

interface Named {
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

/** Reads what was asked for, or the one of a list that names the operation. */
function find<T extends object>(
  operation: Sync,
  reply: HttpReply,
  one: z.ZodType<T>,
  outcomeOf: (found: T) => Outcome,
): Outcome {
  const read = readAnswer(reply, z.union([refusal, one, pageOf(one)]));
  if (read.kind === 'unreadable') return read.outcome;
  const value = read.value as { readonly error: WireError } | { readonly data: T[]; readonly has_more: boolean } | T;
  // Even "no such transfer": Stripe never deletes one, so the request went to another Stripe account.
  if ('error' in value) return { kind: 'unknown', reference: operation.reference, error: errorOf(value.error) };
  if (reply.status !== 200) return unexpectedReply(reply, operation.reference);
  if (!('data' in value)) return outcomeOf(value);
  const own = value.data.find(({ metadata }: Named) => metadata?.['operation_id'] === operation.id);
  if (own) return outcomeOf(own);
  // Without the recipient the list was the merchant's own.
  const isComplete = !value.has_more && (operation.flow !== 'payout_fulfill' || operation.recipientReference !== null);
  return isComplete ? { kind: 'absent' } : unknown('NOT_LISTED', 'The processor lists more than one page');
}

/** Finds a step. Lists of Stripe are complete and do not lag, unlike its searches. */
export const payoutSync: Flow<'payoutSync', Credentials> = {
  buildRequest(operation, account) {
    const [path, query] = pathOf(operation);
    // Only the payout is the recipient's own: transfers and accounts belong to the merchant.
    const connectedAccount = operation.flow === 'payout_fulfill' ? operation.recipientReference : null;
    const headers = headersOf(connectedAccount === null ? account : { ...account, connectedAccount });
    return getJson(urlOf(account.baseUrl, 'v1', ...path) + query, headers);
  },
  parseResponse(operation, reply) {
    const ofTransfer = (outcomeOf: (found: Transfer) => Outcome) => find(operation, reply, transfer, outcomeOf);
    switch (operation.flow) {
      case 'payout_fulfill':
        return find(operation, reply, payout, (found) => payoutOf(found, operation));
      case 'payout_create':
        return ofTransfer((found) => createdBy(found, operation));
      case 'payout_cancel':
        return ofTransfer(cancelledBy);
      default:
        return find(operation, reply, recipient, (found) => recipientAccountOf(found, operation));
    }
  },
};
