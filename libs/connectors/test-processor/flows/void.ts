import type { Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { voidOf } from '../responses/status';
import { answer } from '../responses/wire';

export const voidPayment: Flow<'void', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'void'),
      { reference: operation.id, reason: operation.reason },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => voidOf(payment, operation)),
};
