import type { Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { refundOf } from '../responses/refund-status';
import { refundAnswer } from '../responses/wire';

export const refund: Flow<'refund', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, operation.reference, 'refund'),
      { amount: amountFormats.minor_integer.write(operation.money), reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, refundAnswer, (made) => refundOf(made, operation)),
};
