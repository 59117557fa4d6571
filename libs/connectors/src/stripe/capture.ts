import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { wireAmount } from './amounts';
import { readCall } from './answers';
import type { Credentials } from './headers';
import { headersOnce } from './headers';
import { captureOf, undone } from './status';
import { paymentIntent } from './wire';

/** What is not captured is let go at once. The metadata is written with the capture, and so tells later by whom it was done. */
export const capture: Flow<'capture', Credentials> = {
  buildRequest: ({ id, reference, money }, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'payment_intents', reference, 'capture'),
      { amount_to_capture: wireAmount(money), metadata: { capture_id: id } },
      headersOnce(account, id),
    ),
  parseResponse: (operation, reply) =>
    readCall(reply, paymentIntent, (payment) => {
      const outcome = captureOf(payment, operation);
      return outcome.kind === 'absent' ? undone(payment) : outcome;
    }),
};
