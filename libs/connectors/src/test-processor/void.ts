import type { AuthOf, Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import { readCall } from './answers';
import { headersOf } from './headers';
import { voidOf } from './status';
import { answer } from './wire';

export const voidPayment: Flow<'void', AuthOf<'HeaderKey'>> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'void'),
      { reference: operation.id, reason: operation.reason },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => voidOf(payment, operation)),
};
