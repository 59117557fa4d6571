import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { wireAmount, wireCurrency } from '../../amounts';
import type { Credentials } from '../../credentials';
import { headersOnce } from '../../requests/headers';
import { payoutMetadata } from '../../requests/recipient';
import { readCall } from '../../responses/answers';
import { createdBy } from '../../responses/payout-status';
import { transfer } from '../../responses/payout-wire';

/** The transfer of the money from the merchant's balance to the recipient's account at Stripe. */
export const payoutCreate: Flow<'payoutCreate', Credentials> = {
  buildRequest: (operation, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'transfers'),
      {
        amount: wireAmount(operation.money),
        currency: wireCurrency(operation.money),
        destination: operation.recipientReference,
        transfer_group: operation.payoutId,
        description: operation.description,
        metadata: payoutMetadata(operation),
      },
      headersOnce(account, operation.id),
    ),
  parseResponse: (operation, reply) => readCall(reply, transfer, (made) => createdBy(made, operation)),
};
