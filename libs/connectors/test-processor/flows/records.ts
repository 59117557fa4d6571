import type { HttpReply, Page, RecordList } from '@payorch/connector-kit';
import { failedPage, getJson, notListed, pageOfObjects, readAnswer, urlOf } from '@payorch/connector-kit';
import type { ProcessorRecord, RecordKind } from '@payorch/contracts';
import { z } from 'zod';
import type { Credentials } from '../credentials';
import { disputes, type ListedKind, payments, payouts, refunds } from '../responses/records';
import { refusal, type WireRefusal } from '../responses/wire';

const reading =
  <Wire extends { readonly id: string }>({ wire, recordOf }: ListedKind<Wire>) =>
  (reply: HttpReply): Page<ProcessorRecord> => {
    const read = readAnswer(reply, z.union([refusal, z.object({ data: z.array(wire), has_more: z.boolean() })]));
    if (read.kind === 'unreadable') return notListed(reply.status);
    const value = read.value as WireRefusal | { readonly data: readonly Wire[]; readonly has_more: boolean };
    if ('error' in value) return failedPage(value.error.code, value.error.message);
    return reply.status === 200 ? pageOfObjects(value, recordOf) : notListed(reply.status);
  };

const lists: Readonly<Record<RecordKind, readonly [path: string, read: (reply: HttpReply) => Page<ProcessorRecord>]>> =
  {
    payment: ['payments', reading(payments)],
    refund: ['refunds', reading(refunds)],
    dispute: ['disputes', reading(disputes)],
    payout: ['payouts', reading(payouts)],
  };

/** What the account of the API key has at this connector, the newest first. */
export const recordList: RecordList<Credentials> = {
  buildRequest({ kind, from, till, cursor }, { baseUrl, connector, credentials }) {
    const query = new URLSearchParams({
      connector,
      created_from: from,
      created_till: till,
      limit: '100',
      ...(cursor !== null && { starting_after: cursor }),
    });
    const url = `${urlOf(baseUrl, 'lists', lists[kind][0])}?${query.toString()}`;
    return getJson(url, { authorization: credentials.api_key });
  },
  parseResponse: (reply, { kind }) => lists[kind][1](reply),
};
