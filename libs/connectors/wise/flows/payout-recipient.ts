import { type Flow, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { recipientOf } from '../requests/recipient';
import { readReply } from '../responses/answers';
import { recipientAnswer } from '../responses/wire';

export const payoutRecipient: Flow<'payoutRecipient', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'v1', 'accounts'),
      recipientOf(operation, account.credentials.key1),
      headersOf(account),
    ),
  parseResponse: (_, reply) =>
    readReply(reply, { schema: recipientAnswer, reference: null }, ({ id }) => ({ kind: 'prepared', reference: id })),
};
