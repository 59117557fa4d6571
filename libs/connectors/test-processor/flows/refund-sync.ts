import type { Flow } from '@payorch/connector-kit';
import { getJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readLookup } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { refundOf } from '../responses/refund-status';
import { refundAnswer } from '../responses/wire';

export const refundSync: Flow<'refundSync', Credentials> = {
  buildRequest(operation, account) {
    const refunds = urlOf(account.baseUrl, 'refunds');
    const url = operation.reference
      ? urlOf(refunds, operation.reference)
      : `${refunds}?reference=${encodeURIComponent(operation.id)}`;
    return getJson(url, headersOf(operation, account));
  },
  parseResponse: (operation, reply) =>
    readLookup(reply, { schema: refundAnswer, noSuch: 'DC_05', reference: operation.reference }, (made) =>
      refundOf(made, operation),
    ),
};
