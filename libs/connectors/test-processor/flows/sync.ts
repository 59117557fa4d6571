import type { Flow } from '@payorch/connector-kit';
import { getJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readLookup } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { operationOf } from '../responses/status';
import { answer } from '../responses/wire';

export const sync: Flow<'sync', Credentials> = {
  buildRequest(operation, account) {
    const payments = urlOf(account.baseUrl, 'payments');
    const url = operation.reference
      ? urlOf(payments, operation.reference)
      : `${payments}?reference=${encodeURIComponent(operation.id)}`;
    return getJson(url, headersOf(operation, account));
  },
  parseResponse: (operation, reply) =>
    readLookup(reply, { schema: answer, noSuch: 'DC_01', reference: operation.reference }, (payment) =>
      operationOf(payment, operation),
    ),
};
