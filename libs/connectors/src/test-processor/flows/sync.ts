import type { AuthOf, Flow } from '@payorch/connector-kit';
import { getJson, urlOf } from '@payorch/connector-kit';
import { readLookup } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { operationOf } from '../responses/status';
import { answer } from '../responses/wire';

export const sync: Flow<'sync', AuthOf<'HeaderKey'>> = {
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
