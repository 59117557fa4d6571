import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../../credentials';
import { headersOnce } from '../../requests/headers';
import { recipientFields } from '../../requests/recipient';
import { readCall } from '../../responses/answers';
import { recipient } from '../../responses/payout-wire';

/** The recipient's connected account. */
export const payoutRecipient: Flow<'payoutRecipient', Credentials> = {
  buildRequest: (operation, account) =>
    postForm(urlOf(account.baseUrl, 'v1', 'accounts'), recipientFields(operation), headersOnce(account, operation.id)),
  parseResponse: (_, reply) => readCall(reply, recipient, ({ id }) => ({ kind: 'prepared', reference: id })),
};
