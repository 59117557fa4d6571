import type { Flow } from '@payorch/connector-kit';
import { postJson, unexpectedReply, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { readReply } from '../responses/answers';
import { endedOf } from '../responses/result';
import { resultAnswer } from '../responses/wire';

/** The error code of EMV 3-D Secure for an authentication that the server does not have. */
const notRecognized = '301';

/** The result of an authentication, after a challenge or a lost answer. */
export const authenticationSync: Flow<'authenticationSync', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'postauth'),
      { threeDSServerTransID: operation.reference },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) =>
    readReply(
      reply,
      // Any other error is one of the lookup, which says nothing about the authentication.
      {
        schema: resultAnswer,
        error: ({ errorCode }) => (errorCode === notRecognized ? { kind: 'absent' } : unexpectedReply(reply)),
      },
      (result) => endedOf(result, operation.reference) ?? { kind: 'accepted', reference: operation.reference },
    ),
};
