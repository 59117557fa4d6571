import type { Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { authenticationRequest } from '../requests/authentication-request';
import { headersOf } from '../requests/headers';
import { readReply } from '../responses/answers';
import { challengeOf, endedOf } from '../responses/result';
import { resultAnswer } from '../responses/wire';

export const authenticate: Flow<'authenticate', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(urlOf(account.baseUrl, 'auth'), authenticationRequest(operation, account), headersOf(operation, account)),
  parseResponse: (operation, reply) =>
    readReply(
      reply,
      { schema: resultAnswer },
      (result) => endedOf(result, operation.reference) ?? challengeOf(result, operation.version),
    ),
};
