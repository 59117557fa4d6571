import type { Outcome } from '@payorch/contracts';
import type { Flow, SyncOperation } from '@payorch/connector-kit';
import { getJson, otherOperation, readAnswer, unexpectedReply, unknown, urlOf } from '@payorch/connector-kit';
import { isZero } from '@payorch/kernel';
import { z } from 'zod';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { errorOf } from '../errors';
import { setupOf } from '../responses/setup-status';
import { operationOf, voidOf } from '../responses/status';
import type { AnyIntent } from '../responses/wire';
import { anyIntent, pageOf, refusal, savedMethod } from '../responses/wire';
import { revocationOf } from '../responses/revocation';

const answer = z.union([refusal, anyIntent, savedMethod, pageOf(anyIntent)]);

/** Whether the operation is a set-up: by its id, or without an id by an amount of zero. */
const isSetup = (operation: SyncOperation): boolean =>
  operation.reference === null
    ? 'money' in operation && isZero(operation.money)
    : operation.reference.startsWith('seti_');

/**
 * Without Stripe's id a payment is searched by its metadata. The search lags behind by up to a minute, so "not found" does not
 * prove absence. Set-ups cannot be searched, only listed, newest first.
 */
function pathOf(operation: SyncOperation): [path: string[], query: string] {
  const { id, reference } = operation;
  if (operation.flow === 'revoke_mandate') return [['payment_methods', reference ?? ''], ''];
  if (isSetup(operation)) {
    return reference === null
      ? [['setup_intents'], 'limit=100&expand[0]=data.latest_attempt']
      : [['setup_intents', reference], 'expand[0]=latest_attempt'];
  }
  return reference === null
    ? [['payment_intents', 'search'], `${queryFor(id)}&expand[0]=data.latest_charge`]
    : [['payment_intents', reference], 'expand[0]=latest_charge'];
}

const queryFor = (id: string): string => `query=${encodeURIComponent(`metadata["operation_id"]:"${id}"`)}`;

function foundIn(page: { data: readonly AnyIntent[]; has_more: boolean }, operation: SyncOperation): Outcome {
  const own = page.data.find(({ metadata }) => metadata?.['operation_id'] === operation.id);
  if (own) return outcomeOf(own, operation);
  return page.has_more ? unknown('NOT_LISTED', 'The processor lists more than one page') : { kind: 'absent' };
}

function outcomeOf(intent: AnyIntent, operation: SyncOperation): Outcome {
  if (operation.flow === 'revoke_mandate') return otherOperation(intent.id);
  if (intent.object === 'payment_intent') return operationOf(intent, operation);
  if (operation.flow === 'void') return voidOf(intent);
  return operation.flow === 'authorize' ? setupOf(intent, operation) : { kind: 'absent' };
}

export const sync: Flow<'sync', Credentials> = {
  buildRequest(operation, account) {
    const [path, query] = pathOf(operation);
    const url = urlOf(account.baseUrl, 'v1', ...path);
    return getJson(query === '' ? url : `${url}?${query}`, headersOf(account));
  },
  parseResponse(operation, reply) {
    const read = readAnswer(reply, answer);
    if (read.kind === 'unreadable') return read.outcome;
    const { value } = read;
    // Even "no such payment": Stripe never deletes a payment, so the request went to another Stripe account.
    if ('error' in value) return { kind: 'unknown', reference: operation.reference, error: errorOf(value.error) };
    if (reply.status !== 200) return unexpectedReply(reply, operation.reference);
    if ('data' in value) return foundIn(value, operation);
    const isRevocation = operation.flow === 'revoke_mandate';
    if (value.object === 'payment_method') return isRevocation ? revocationOf(value) : otherOperation(value.id);
    return isRevocation ? otherOperation(value.id) : outcomeOf(value, operation);
  },
};
