import type { Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { cardData } from '../requests/payment-method';
import { refundOf } from '../responses/refund-status';
import { refundAnswer } from '../responses/wire';

export const unreferencedRefund: Flow<'unreferencedRefund', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'refunds'),
      {
        amount: amountFormats.minor_integer.write(operation.money),
        currency: operation.money.currency,
        payment_method_data: cardData(operation.card),
        connector: account.connector,
        customer: operation.customerId,
        description: operation.reference,
        reference: operation.id,
      },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, refundAnswer, (made) => refundOf(made, operation)),
};
