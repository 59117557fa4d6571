import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { wireAmount } from '../amounts';
import { readCall } from '../responses/answers';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { captureOf, notConfirmed } from '../responses/status';
import { captureMetadata } from '../responses/several-captures';
import { paymentIntent } from '../responses/wire';

/**
 * Stripe voids the amount that is not captured, unless more captures are to follow. The metadata is written with the capture and
 * identifies its operation later.
 */
export const capture: Flow<'capture', Credentials> = {
  buildRequest: ({ id, reference, money, multiple }, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'payment_intents', reference, 'capture'),
      {
        amount_to_capture: wireAmount(money),
        final_capture: multiple && !multiple.isLast ? false : undefined,
        metadata: multiple ? captureMetadata(id, money) : { capture_id: id },
      },
      headersOnce(account, id),
    ),
  parseResponse: (operation, reply) =>
    readCall(reply, paymentIntent, (payment) => {
      const outcome = captureOf(payment, operation);
      return outcome.kind === 'absent' ? notConfirmed(payment) : outcome;
    }),
};
