import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../../credentials';
import { headersOnce } from '../../requests/headers';
import { readCall } from '../../responses/answers';
import { reversedBy } from '../../responses/payout-status';
import { reversal } from '../../responses/payout-wire';

/**
 * Takes the whole transfer back from the recipient's account at Stripe. Once the payout is made, `reference` is the payout's, of
 * which Stripe has no transfer: the cancellation is refused, and moves nothing.
 */
export const payoutCancel: Flow<'payoutCancel', Credentials> = {
  buildRequest: ({ id, payoutId, reference }, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'transfers', reference ?? '', 'reversals'),
      { metadata: { order_id: payoutId, operation_id: id } },
      headersOnce(account, id),
    ),
  parseResponse: ({ money, reference }, reply) =>
    readCall(reply, reversal, (made) => reversedBy(made, { money, reference: reference ?? made.id })),
};
