import { type Flow, unseenStatus, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { transferReference } from '../requests/transfer';
import { readReply } from '../responses/answers';
import { transferOutcome } from '../responses/status';
import { transferAnswer } from '../responses/wire';

/** Cancels a transfer that was not funded. */
export const payoutCancel: Flow<'payoutCancel', Credentials> = {
  buildRequest: (operation, account) => ({
    method: 'PUT',
    url: urlOf(account.baseUrl, 'v1', 'transfers', transferReference(operation), 'cancel'),
    headers: { ...headersOf(account), accept: 'application/json' },
    body: null,
  }),
  parseResponse: (operation, reply) =>
    readReply(reply, { schema: transferAnswer, reference: operation.reference }, (transfer) => {
      const outcome = transferOutcome(transfer, { ...operation, flow: 'payout_cancel' });
      // A call that was just answered cannot be absent.
      return outcome.kind === 'absent' ? unseenStatus(transfer.status, transfer.id) : outcome;
    }),
};
