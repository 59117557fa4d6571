import type { AuthOf, Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { extensionOf } from '../responses/status';
import { answer } from '../responses/wire';

export const extend: Flow<'extend', AuthOf<'HeaderKey'>> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'extend'),
      { reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => extensionOf(payment, operation)),
};
