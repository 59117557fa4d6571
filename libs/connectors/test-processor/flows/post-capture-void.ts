import type { Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { postCaptureVoidOf } from '../responses/status';
import { answer } from '../responses/wire';

export const postCaptureVoid: Flow<'postCaptureVoid', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'cancel_post_capture'),
      { reference: operation.id, reason: operation.reason },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => postCaptureVoidOf(payment, operation)),
};
