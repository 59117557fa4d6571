import { type Flow, postJson, unseenStatus, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { rejectedWith } from '../errors';
import { headersOf } from '../requests/headers';
import { transferReference } from '../requests/transfer';
import { readReply } from '../responses/answers';
import { fundingAnswer } from '../responses/wire';

/**
 * Funds the transfer from the balance, which begins it: its own status says when the recipient is paid. The answer names no amount;
 * it is the transfer's, which was compared when the transfer was created.
 */
export const payoutFulfill: Flow<'payoutFulfill', Credentials> = {
  buildRequest: (operation, account) => {
    const profile = urlOf(account.baseUrl, 'v3', 'profiles', account.credentials.key1);
    const url = urlOf(profile, 'transfers', transferReference(operation), 'payments');
    return postJson(url, { type: 'BALANCE' }, headersOf(account));
  },
  parseResponse: (operation, reply) => {
    const { reference, money } = operation;
    return readReply(reply, { schema: fundingAnswer, reference }, ({ status, errorCode }) => {
      if (status === 'COMPLETED') return { kind: 'initiated', reference: transferReference(operation), money };
      return status === 'REJECTED' ? rejectedWith(errorCode ?? status, reference) : unseenStatus(status, reference);
    });
  },
};
