import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../../credentials';
import { headersOnce } from '../../requests/headers';
import { externalAccount as externalAccountFields } from '../../requests/recipient';
import { readCall } from '../../responses/answers';
import { accountAdded } from '../../responses/payout-status';
import { externalAccount } from '../../responses/payout-wire';

/** The recipient's bank account or debit card. The answer shows the connected account, too: whether Stripe requires more of it. */
export const payoutRecipientAccount: Flow<'payoutRecipientAccount', Credentials> = {
  buildRequest: (operation, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'accounts', operation.recipientReference ?? '', 'external_accounts'),
      {
        external_account: externalAccountFields(operation),
        metadata: { order_id: operation.payoutId, operation_id: operation.id },
        expand: ['account'],
      },
      headersOnce(account, operation.id),
    ),
  parseResponse: (_, reply) => readCall(reply, externalAccount, accountAdded),
};
