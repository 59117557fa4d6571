import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { wireAmount } from '../amounts';
import { readCall } from '../responses/answers';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { incrementOf, notConfirmed } from '../responses/status';
import { paymentIntent } from '../responses/wire';

/** Stripe takes the new amount, not the difference. The metadata is written with the increment and identifies its operation later. */
export const increment: Flow<'increment', Credentials> = {
  buildRequest: ({ id, reference, money, reason }, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'payment_intents', reference, 'increment_authorization'),
      { amount: wireAmount(money), description: reason, metadata: { increment_id: id } },
      headersOnce(account, id),
    ),
  parseResponse: (operation, reply) =>
    readCall(reply, paymentIntent, (payment) => {
      const outcome = incrementOf(payment, operation);
      return outcome.kind === 'absent' ? notConfirmed(payment) : outcome;
    }),
};
