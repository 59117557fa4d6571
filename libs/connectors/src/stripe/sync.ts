import type { Outcome } from '@payorch/contracts';
import type { Flow, SyncOperation } from '@payorch/connector-kit';
import { getJson, readAnswer, unknown, urlOf } from '@payorch/connector-kit';
import { isZero } from '@payorch/kernel';
import { z } from 'zod';
import type { Credentials } from './headers';
import { headersOf } from './headers';
import { errorOf } from './declines';
import { setupOf } from './setup-status';
import { operationOf, voidOf } from './status';
import type { AnyIntent } from './wire';
import { anyIntent, pageOf, refusal } from './wire';

const answer = z.union([refusal, anyIntent, pageOf(anyIntent)]);

/** A set-up moves no money; asked for without its id, it is one of zero. */
const isSetup = (operation: SyncOperation): boolean =>
  operation.reference === null
    ? 'money' in operation && isZero(operation.money)
    : operation.reference.startsWith('seti_');

/**
 * Without Stripe's id a payment is searched by its metadata; the search lags behind by up to a minute, so that finding
 * nothing proves nothing. Set-ups cannot be searched, only listed, the youngest first.
 */
function pathOf(operation: SyncOperation): [path: string[], query: string] {
  const { id, reference } = operation;
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

function foundIn(page: { data: readonly AnyIntent[]; has_more: boolean }, asked: SyncOperation): Outcome {
  const own = page.data.find(({ metadata }) => metadata?.['operation_id'] === asked.id);
  if (own) return said(own, asked);
  return page.has_more ? unknown('NOT_LISTED', 'The processor lists more than one page') : { kind: 'absent' };
}

function said(about: AnyIntent, asked: SyncOperation): Outcome {
  if (about.object === 'payment_intent') return operationOf(about, asked);
  if (asked.flow === 'void') return voidOf(about);
  return asked.flow === 'authorize' ? setupOf(about, asked) : { kind: 'absent' };
}

export const sync: Flow<'sync', Credentials> = {
  buildRequest(operation, account) {
    const [path, query] = pathOf(operation);
    return getJson(`${urlOf(account.baseUrl, 'v1', ...path)}?${query}`, headersOf(account));
  },
  parseResponse(operation, reply) {
    const read = readAnswer(reply, answer);
    if (read.kind === 'unreadable') return read.outcome;
    const { value } = read;
    // Even "no such payment": Stripe never forgets one, so it is another account of theirs that was asked.
    if ('error' in value) return { kind: 'unknown', reference: operation.reference, error: errorOf(value.error) };
    if (reply.status !== 200) {
      return unknown('UNEXPECTED_STATUS', `The processor answered with HTTP ${reply.status}`, operation.reference);
    }
    return 'data' in value ? foundIn(value, operation) : said(value, operation);
  },
};
