import type { ConnectorDefinitions } from '@payorch/connector-kit';
import { capabilities } from './capabilities';
import { credentials } from './credentials';
import { payouts } from './payouts';

/** The text of an account's metadata that names the balance account that pays. */
export const sourceBalanceAccount = 'source_balance_account';

/** Transfers of Adyen's balance platform (Transfers API, version 4). */
export const definitions = {
  adyenplatform: {
    displayName: 'Adyen Platform',
    connectorTypes: ['payout_processor'],
    test: false,
    baseUrl: 'https://balanceplatform-api-live.adyen.com/',
    credentials,
    capabilities,
    payouts,
    requiredMetadata: [sourceBalanceAccount],
    guarantees: {
      // Adyen stores keys for at least 7 days after the first call (docs.adyen.com/development-resources/api-idempotency); an hour less for slow calls.
      idempotencyKeys: { validForMs: (7 * 24 - 1) * 3_600_000 },
      // Adyen does not say how far its list of transfers is behind, and a transfer with an id of Adyen's exists.
      lookupIsAuthoritative: false,
      webhookVerification: 'mandatory',
    },
  },
} satisfies ConnectorDefinitions;
