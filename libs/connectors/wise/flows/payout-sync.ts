import {
  type Account,
  type Flow,
  getJson,
  type HttpReply,
  type PayoutSyncOperation,
  unexpectedReply,
  unknown,
  urlOf,
} from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { transactionIdOf } from '../requests/transaction-id';
import { readReply } from '../responses/answers';
import { transferOutcome } from '../responses/status';
import { transferAnswer, transfersAnswer } from '../responses/wire';

/** The most transfers that Wise lists at once. */
const most = 100;
const minuteMs = 60_000;

/** The transfers of the time of the call, with room for clocks that differ: Wise has no search by `customerTransactionId`. */
function listUrl({ sentAt }: PayoutSyncOperation, { baseUrl, credentials }: Account<Credentials>): string {
  const at = (minutes: number) => new Date(Date.parse(sentAt!) + minutes * minuteMs).toISOString();
  const query = new URLSearchParams({
    profile: credentials.key1,
    limit: String(most),
    ...(sentAt !== undefined && { createdDateStart: at(-10), createdDateEnd: at(60) }),
  });
  return `${urlOf(baseUrl, 'v1', 'transfers')}?${query.toString()}`;
}

/**
 * A refused lookup says nothing of the transfer, whatever its code: tokens are changed, and another user's token finds none of our
 * transfers.
 */
const readingOf = <T>(schema: T, reply: HttpReply, reference: string | null) => ({
  schema,
  reference,
  refused: () => unexpectedReply(reply, reference),
});

/** A transfer without a known id, in the list. It is absent only if the list is whole, and then only where a guarantee says so. */
const found = (operation: PayoutSyncOperation, reply: HttpReply): Outcome =>
  readReply(reply, readingOf(transfersAnswer, reply, null), (transfers) => {
    const own = transfers.find((one) => one.customerTransactionId === transactionIdOf(operation));
    if (own) return transferOutcome(own, operation);
    return operation.sentAt !== undefined && transfers.length < most
      ? { kind: 'absent' }
      : unknown('NOT_LISTED', 'The list of transfers does not show all of that time');
  });

export const payoutSync: Flow<'payoutSync', Credentials> = {
  buildRequest: (operation, account) =>
    getJson(
      operation.reference === null
        ? listUrl(operation, account)
        : urlOf(account.baseUrl, 'v1', 'transfers', operation.reference),
      headersOf(account),
    ),
  parseResponse: (operation, reply) => {
    const { reference } = operation;
    return reference === null
      ? found(operation, reply)
      : readReply(reply, readingOf(transferAnswer, reply, reference), (one) => transferOutcome(one, operation));
  },
};
