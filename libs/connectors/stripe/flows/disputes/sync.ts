import type { Outcome } from '@payorch/contracts';
import type { DisputeSyncOperation, Flow } from '@payorch/connector-kit';
import { getJson, otherOperation, readAnswer, unexpectedReply, urlOf } from '@payorch/connector-kit';
import { z } from 'zod';
import type { Credentials } from '../../credentials';
import { errorOf } from '../../errors';
import { headersOf } from '../../requests/headers';
import { disputeOf } from '../../responses/dispute-status';
import { dispute, type WireDispute } from '../../responses/dispute-wire';
import { refusal } from '../../responses/wire';

const waiting: ReadonlySet<string> = new Set(['warning_needs_response', 'needs_response']);
const inReview: ReadonlySet<string> = new Set(['warning_under_review', 'under_review']);

/** Whether the dispute still waits for this answer. Evidence in review can be accepted against; it is not accepted by that. */
const lacksAnswer = ({ flow }: DisputeSyncOperation, { status }: WireDispute): boolean =>
  flow !== null && (waiting.has(status) || (flow === 'accept_dispute' && inReview.has(status)));

/** A dispute shows its answer by its status. */
export const disputeSync: Flow<'disputeSync', Credentials> = {
  buildRequest: ({ reference }, account) =>
    getJson(urlOf(account.baseUrl, 'v1', 'disputes', reference), headersOf(account)),
  parseResponse(operation, reply): Outcome {
    const { reference } = operation;
    const read = readAnswer(reply, z.union([refusal, dispute]));
    if (read.kind === 'unreadable') return read.outcome;
    const { value } = read;
    // Even "no such dispute": Stripe never deletes one, so the request went to another Stripe account.
    if ('error' in value) return { kind: 'unknown', reference, error: errorOf(value.error) };
    if (reply.status !== 200) return unexpectedReply(reply, reference);
    if (value.id !== reference) return otherOperation(value.id);
    return lacksAnswer(operation, value) ? { kind: 'absent' } : disputeOf(value);
  },
};
