import type { Flow, FlowOperations } from '@payorch/connector-kit';
import { getJson, readAnswer, unexpectedReply, unknown, urlOf } from '@payorch/connector-kit';
import type { Account } from '@payorch/connector-kit';
import { z } from 'zod';
import type { Credentials } from '../credentials';
import { errorOf } from '../errors';
import { balanceAccountOf, headersOf } from '../requests/account';
import { transferOf } from '../responses/status';
import { page, refusal, transfer } from '../responses/wire';

const dayMs = 24 * 3_600_000;
const atDay = (sentAt: string, days: number): string => new Date(Date.parse(sentAt) + days * dayMs).toISOString();

/** Adyen lists the transfers of a period. A call is repeated for as long as its key is valid, which is less than the 8 days after it. */
const periodOf = ({ sentAt }: FlowOperations['payoutSync']) =>
  sentAt === undefined
    ? { createdSince: '2020-01-01T00:00:00.000Z', createdUntil: '2100-01-01T00:00:00.000Z' }
    : { createdSince: atDay(sentAt, -1), createdUntil: atDay(sentAt, 8) };

function searchOf(operation: FlowOperations['payoutSync'], account: Account<Credentials>): string {
  const query = new URLSearchParams({
    balanceAccountId: balanceAccountOf(account),
    reference: operation.id,
    ...periodOf(operation),
    limit: '100',
  });
  return query.toString();
}

const answer = z.union([transfer, page, refusal]);

/** Without Adyen's id of the transfer, searches for our reference. */
export const payoutSync: Flow<'payoutSync', Credentials> = {
  buildRequest(operation, account) {
    const transfers = urlOf(account.baseUrl, 'btl', 'v4', 'transfers');
    const { reference } = operation;
    const url = reference === null ? `${transfers}?${searchOf(operation, account)}` : urlOf(transfers, reference);
    return getJson(url, headersOf(account));
  },
  parseResponse(operation, reply) {
    const read = readAnswer(reply, answer);
    if (read.kind === 'unreadable') return read.outcome;
    const { value } = read;
    // Even "not found": the call went to another platform, or with the wrong key.
    if ('errorCode' in value) return { kind: 'unknown', reference: operation.reference, error: errorOf(value) };
    if (reply.status !== 200) return unexpectedReply(reply, operation.reference);
    if (!('data' in value)) return transferOf(value, operation);
    const own = value.data.find(({ reference }) => reference === operation.id);
    if (own) return transferOf(own, operation);
    return value._links?.next ? unknown('NOT_LISTED', 'The processor lists more than one page') : { kind: 'absent' };
  },
};
