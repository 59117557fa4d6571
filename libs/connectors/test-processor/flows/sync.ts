import type { Flow, SyncOperation } from '@payorch/connector-kit';
import { getJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readLookup } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { orderOf } from '../responses/order-status';
import { operationOf } from '../responses/status';
import { answer, orderAnswer } from '../responses/wire';

const resourceOf = ({ flow }: SyncOperation): string => (flow === 'create_order' ? 'orders' : 'payments');

export const sync: Flow<'sync', Credentials> = {
  buildRequest(operation, account) {
    const resources = urlOf(account.baseUrl, resourceOf(operation));
    const url = operation.reference
      ? urlOf(resources, operation.reference)
      : `${resources}?reference=${encodeURIComponent(operation.id)}`;
    return getJson(url, headersOf(operation, account));
  },
  parseResponse(operation, reply) {
    const { reference } = operation;
    return operation.flow === 'create_order'
      ? readLookup(reply, { schema: orderAnswer, noSuch: 'DC_09', reference }, (order) => orderOf(order, operation))
      : readLookup(reply, { schema: answer, noSuch: 'DC_01', reference }, (payment) => operationOf(payment, operation));
  },
};
