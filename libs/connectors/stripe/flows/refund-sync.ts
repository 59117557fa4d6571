import type { Flow } from '@payorch/connector-kit';
import { getJson, readAnswer, unexpectedReply, unknown, urlOf } from '@payorch/connector-kit';
import { z } from 'zod';
import { errorOf } from '../errors';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { refundOf } from '../responses/refund-status';
import { pageOf, refund, refusal } from '../responses/wire';

const answer = z.union([refusal, refund, pageOf(refund)]);

/** Without Stripe's id of the refund, lists all refunds of the payment: the list is complete and does not lag. */
export const refundSync: Flow<'refundSync', Credentials> = {
  buildRequest({ reference, paymentReference }, account) {
    const refunds = urlOf(account.baseUrl, 'v1', 'refunds');
    const url = reference
      ? urlOf(refunds, reference)
      : `${refunds}?payment_intent=${encodeURIComponent(paymentReference)}&limit=100`;
    return getJson(url, headersOf(account));
  },
  parseResponse(operation, reply) {
    const read = readAnswer(reply, answer);
    if (read.kind === 'unreadable') return read.outcome;
    const { value } = read;
    // Even "no such refund": Stripe never deletes a refund, so the request went to another Stripe account.
    if ('error' in value) return { kind: 'unknown', reference: operation.reference, error: errorOf(value.error) };
    if (reply.status !== 200) return unexpectedReply(reply, operation.reference);
    if (!('data' in value)) return refundOf(value, operation);
    const own = value.data.find(({ metadata }) => metadata?.['operation_id'] === operation.id);
    if (own) return refundOf(own, operation);
    return value.has_more ? unknown('NOT_LISTED', 'The processor lists more than one page') : { kind: 'absent' };
  },
};
