import type { Flow } from '@payorch/connector-kit';
import { getJson, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { readCall, readLookup } from '../responses/answers';
import { answeredOf, disputeAnswer, disputeOf } from '../responses/dispute-status';

export const acceptDispute: Flow<'acceptDispute', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'disputes', operation.reference, 'accept'),
      { reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (_, reply) => readCall(reply, disputeAnswer, disputeOf),
};

/** Files travel within the call. */
export const submitEvidence: Flow<'submitEvidence', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'disputes', operation.reference, 'evidence'),
      {
        reference: operation.id,
        texts: operation.texts,
        files: operation.files.map(({ evidenceType, name, contentType, bytes }) => ({
          evidence_type: evidenceType,
          name,
          content_type: contentType,
          content: bytes.toString('base64'),
        })),
      },
      headersOf(operation, account),
    ),
  parseResponse: (_, reply) => readCall(reply, disputeAnswer, disputeOf),
};

export const disputeSync: Flow<'disputeSync', Credentials> = {
  buildRequest: (operation, account) =>
    getJson(urlOf(account.baseUrl, 'disputes', operation.reference), headersOf(operation, account)),
  parseResponse: (operation, reply) =>
    readLookup(reply, { schema: disputeAnswer, noSuch: 'DC_17', reference: operation.reference }, (found) =>
      answeredOf(found, operation),
    ),
};
