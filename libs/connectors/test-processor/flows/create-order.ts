import type { Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { orderOf } from '../responses/order-status';
import { orderAnswer } from '../responses/wire';

export const createOrder: Flow<'createOrder', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'orders'),
      {
        amount: amountFormats.minor_integer.write(operation.money),
        currency: operation.money.currency,
        connector: account.connector,
        capture_method: operation.capture,
        reference: operation.id,
      },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, orderAnswer, (order) => orderOf(order, operation)),
};
