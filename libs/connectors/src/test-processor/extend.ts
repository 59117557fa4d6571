import type { AuthOf, Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import { readCall } from './answers';
import { headersOf } from './headers';
import { extensionOf } from './status';
import { answer } from './wire';

export const extend: Flow<'extend', AuthOf<'HeaderKey'>> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'extend'),
      { reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => extensionOf(payment, operation)),
};
