import type { ConnectorDefinitions } from '@payorch/connector-kit';
import { capabilities, payouts } from './capabilities';
import { credentials } from './credentials';

export const definitions = {
  wise: {
    displayName: 'Wise',
    connectorTypes: ['payout_processor'],
    test: false,
    baseUrl: 'https://api.wise.com',
    credentials,
    capabilities,
    payouts,
    guarantees: {
      // Wise executes one `customerTransactionId` once, but a funding and a recipient carry no key: no `idempotencyKeys`.
      // A transfer that Wise shows by its id is complete. How far its lists lag behind is not documented: a search proves no absence.
      lookupIsAuthoritative: 'by_reference',
      webhookVerification: 'mandatory',
    },
  },
} satisfies ConnectorDefinitions;
