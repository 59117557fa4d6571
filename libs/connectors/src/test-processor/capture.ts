import type { AuthOf, Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import { readCall } from './answers';
import { headersOf } from './headers';
import { captureOf } from './status';
import { answer } from './wire';

export const capture: Flow<'capture', AuthOf<'HeaderKey'>> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'capture'),
      { amount: amountFormats.minor_integer.write(operation.money), reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => captureOf(payment, operation)),
};
