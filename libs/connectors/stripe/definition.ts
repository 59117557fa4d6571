import type { ConnectorDefinitions } from '@payorch/connector-kit';
import { bankNames } from './bank-names';
import { capabilities } from './capabilities';
import { credentials } from './credentials';
import { payouts } from './payouts';
import { requiredFields } from './required-fields';

export const definitions = {
  stripe: {
    displayName: 'Stripe',
    connectorTypes: ['payment_processor', 'payout_processor'],
    test: false,
    baseUrl: 'https://api.stripe.com/',
    credentials,
    capabilities,
    payouts,
    requiredFields,
    bankNames,
    guarantees: {
      // Stripe may delete keys after a day (docs.stripe.com/api/idempotent_requests); an hour less for slow calls.
      idempotencyKeys: { validForMs: 23 * 3_600_000 },
      lookupIsAuthoritative: 'by_reference',
      // Searches are a minute behind, and up to an hour while Stripe has trouble (docs.stripe.com/search#data-freshness).
      searchSettlesAfterMs: 2 * 3_600_000,
      webhookVerification: 'mandatory',
    },
  },
} satisfies ConnectorDefinitions;
