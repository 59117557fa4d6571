import type { Flow } from '@payorch/connector-kit';
import { getJson } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readLookup } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { refundUrl } from '../requests/refund-url';
import { refundOf } from '../responses/refund-status';
import { refundAnswer } from '../responses/wire';

/** The processor has one list of refunds, with and without a payment. */
export const unreferencedRefundSync: Flow<'unreferencedRefundSync', Credentials> = {
  buildRequest: (operation, account) => getJson(refundUrl(account.baseUrl, operation), headersOf(operation, account)),
  parseResponse: (operation, reply) =>
    readLookup(reply, { schema: refundAnswer, noSuch: 'DC_05', reference: operation.reference }, (made) =>
      refundOf(made, operation),
    ),
};
