import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import { wireAmount, wireCurrency } from '../../amounts';
import type { Credentials } from '../../credentials';
import { headersOnce } from '../../requests/headers';
import { payoutMetadata } from '../../requests/recipient';
import { readCall } from '../../responses/answers';
import { payoutOf } from '../../responses/payout-status';
import { payout } from '../../responses/payout-wire';

/** The money is on the recipient's account at Stripe since the step before: paid by another account, it would be paid twice. */
const here = (outcome: Outcome): Outcome =>
  outcome.kind === 'declined' || outcome.kind === 'not_sent' ? { ...outcome, retry: 'never' } : outcome;

/** The payout from the recipient's account at Stripe to their bank account or card, which the recipient's account makes. */
export const payoutFulfill: Flow<'payoutFulfill', Credentials> = {
  buildRequest: (operation, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'payouts'),
      {
        amount: wireAmount(operation.money),
        currency: wireCurrency(operation.money),
        destination: operation.recipientAccountReference,
        method: operation.priority === 'instant' ? 'instant' : undefined,
        description: operation.description,
        metadata: payoutMetadata(operation),
      },
      headersOnce({ ...account, connectedAccount: operation.recipientReference ?? undefined }, operation.id),
    ),
  parseResponse: (operation, reply) => here(readCall(reply, payout, (made) => payoutOf(made, operation))),
};
