import type { HttpReply, Page, RecordList } from '@payorch/connector-kit';
import { recordOfDispute } from '@payorch/connector-kit';
import type { ProcessorRecord, RecordKind } from '@payorch/contracts';
import type { Credentials } from '../credentials';
import { pageRequest } from '../requests/pages';
import { disputeFactOf } from '../responses/dispute-status';
import { dispute } from '../responses/dispute-wire';
import { readPage } from '../responses/pages';
import {
  listedPayment,
  listedRefund,
  listedTransfer,
  recordOfPayment,
  recordOfRefund,
  recordOfTransfer,
} from '../responses/records';

/** Stripe's list of each kind. What pays a recipient is the transfer: their payouts are in the lists of the recipients' accounts. */
const lists: Readonly<Record<RecordKind, readonly [path: string, read: (reply: HttpReply) => Page<ProcessorRecord>]>> =
  {
    payment: ['payment_intents', (reply) => readPage(reply, listedPayment, recordOfPayment)],
    refund: ['refunds', (reply) => readPage(reply, listedRefund, recordOfRefund)],
    dispute: [
      'disputes',
      (reply) =>
        readPage(reply, dispute, (one) => {
          const fact = disputeFactOf(one, null);
          return fact && recordOfDispute(fact);
        }),
    ],
    payout: ['transfers', (reply) => readPage(reply, listedTransfer, recordOfTransfer)],
  };

/** Lists what one Stripe account has, the newest first. What belongs to a direct charge is in the lists of its connected account. */
export const recordList: RecordList<Credentials> = {
  buildRequest: (query, account) => pageRequest(lists[query.kind][0], query, account),
  parseResponse: (reply, { kind }) => lists[kind][1](reply),
};
