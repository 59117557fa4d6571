import type { Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { extensionOf } from '../responses/status';
import { answer } from '../responses/wire';

export const extend: Flow<'extend', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'extend'),
      { reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => extensionOf(payment, operation)),
};
