import type { Flow } from '@payorch/connector-kit';
import { getJson, readAnswer, unexpectedReply, urlOf } from '@payorch/connector-kit';
import { z } from 'zod';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { chargeOutcome } from '../responses/status';
import { charge, refusal } from '../responses/wire';

const answer = z.union([charge, refusal]);

/** Acme Pay finds a charge by our operation id at once, so "not found" proves that there is no charge. */
export const sync: Flow<'sync', Credentials> = {
  buildRequest: ({ id }, account) => getJson(urlOf(account.baseUrl, 'charges', 'by-reference', id), headersOf(account)),
  parseResponse(operation, reply) {
    if (operation.flow !== 'authorize') return { kind: 'absent' };
    const read = readAnswer(reply, answer);
    if (read.kind === 'unreadable') return read.outcome;
    if ('id' in read.value) return chargeOutcome(read.value, operation);
    const isAbsent = reply.status === 404 && read.value.error.code === 'no_such_charge';
    return isAbsent ? { kind: 'absent' } : unexpectedReply(reply, operation.reference);
  },
};
