import type { Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { captureOf } from '../responses/status';
import { answer } from '../responses/wire';

export const capture: Flow<'capture', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'capture'),
      {
        amount: amountFormats.minor_integer.write(operation.money),
        reference: operation.id,
        ...(operation.multiple && { final: operation.multiple.isLast }),
      },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => captureOf(payment, operation)),
};
