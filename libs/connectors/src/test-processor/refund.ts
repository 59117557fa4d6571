import type { AuthOf, Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import { readCall } from './answers';
import { headersOf } from './headers';
import { refundOf } from './refund-status';
import { refundAnswer } from './wire';

export const refund: Flow<'refund', AuthOf<'HeaderKey'>> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, operation.reference, 'refund'),
      { amount: amountFormats.minor_integer.write(operation.money), reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, refundAnswer, (made) => refundOf(made, operation)),
};
