import type { Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { readReply } from '../responses/answers';
import { versionsOf } from '../responses/versions';
import { versionsAnswer } from '../responses/wire';

/** The range of the card, with a new authentication of the server. */
export const preAuthenticate: Flow<'preAuthenticate', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'preauth'),
      { acctNumber: operation.card.number.reveal() },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) =>
    readReply(reply, { schema: versionsAnswer }, (range) => versionsOf(range, operation)),
};
