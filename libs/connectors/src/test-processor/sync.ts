import type { Outcome } from '@payorch/contracts';
import type { AuthOf, Flow } from '@payorch/connector-kit';
import { getJson, readAnswer, unknown, urlOf } from '@payorch/connector-kit';
import { headersOf } from './headers';
import { operationOf } from './status';
import { answer } from './wire';

/** The one error that says "no such payment"; any other 404 may come from something in between. */
const noSuchPayment = 'DC_01';

export const sync: Flow<'sync', AuthOf<'HeaderKey'>> = {
  buildRequest(operation, account) {
    const payments = urlOf(account.baseUrl, 'payments');
    const url = operation.reference
      ? urlOf(payments, operation.reference)
      : `${payments}?reference=${encodeURIComponent(operation.id)}`;
    return getJson(url, headersOf(operation, account));
  },
  parseResponse(operation, reply): Outcome {
    const read = readAnswer(reply, answer);
    if (read.kind === 'unreadable') return read.outcome;
    const { value } = read;
    if ('id' in value && reply.status === 200) return operationOf(value, operation);
    if (!('id' in value) && reply.status === 404 && value.error.code === noSuchPayment) return { kind: 'absent' };
    return unknown('UNEXPECTED_STATUS', `The processor answered with HTTP ${reply.status}`, operation.reference);
  },
};
