import type { DisputeList, DisputePage } from '@payorch/connector-kit';
import { errorOf as kitErrorOf, getJson, readAnswer, urlOf } from '@payorch/connector-kit';
import { z } from 'zod';
import type { Credentials } from '../../credentials';
import { errorOf } from '../../errors';
import { headersOf } from '../../requests/headers';
import { disputeFactOf } from '../../responses/dispute-status';
import { dispute } from '../../responses/dispute-wire';
import { pageOf, refusal } from '../../responses/wire';

/** Stripe dates in whole seconds: those at or after a time within a second begin with the next one. */
const secondsOf = (time: string): string => String(Math.ceil(new Date(time).getTime() / 1_000));

const failed = (code: string, message: string): DisputePage => ({ kind: 'failed', error: kitErrorOf(code, message) });

/** Lists the disputes of one Stripe account, the newest first. Those of direct charges are in the lists of their connected accounts. */
export const disputeList: DisputeList<Credentials> = {
  buildRequest({ from, till, cursor }, account) {
    const query = new URLSearchParams({
      'created[gte]': secondsOf(from),
      'created[lt]': secondsOf(till),
      limit: '100',
      ...(cursor !== null && { starting_after: cursor }),
    });
    return getJson(`${urlOf(account.baseUrl, 'v1', 'disputes')}?${query.toString()}`, headersOf(account));
  },
  parseResponse(reply) {
    const read = readAnswer(reply, z.union([refusal, pageOf(dispute)]));
    if (read.kind === 'unreadable') return failed(`HTTP_${reply.status}`, 'The processor did not list its disputes');
    const { value } = read;
    if ('error' in value) return { kind: 'failed', error: errorOf(value.error) };
    if (reply.status !== 200) return failed(`HTTP_${reply.status}`, 'The processor did not list its disputes');
    const disputes = value.data.flatMap((one) => disputeFactOf(one, null) ?? []);
    // A dispute that we cannot read must not look like one that does not exist.
    if (disputes.length < value.data.length)
      return failed('UNSEEN_STATUS', 'The processor lists a dispute with a status or a sum that we do not know');
    const last = disputes.at(-1);
    return { kind: 'page', disputes, next: value.has_more && last ? last.dispute.reference : null };
  },
};
