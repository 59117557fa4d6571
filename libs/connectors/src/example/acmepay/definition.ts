import type { ConnectorDefinitions } from '@payorch/connector-kit';
import { capabilities } from './capabilities';
import { credentials } from './credentials';

export const definitions = {
  acmepay: {
    displayName: 'Acme Pay',
    connectorTypes: ['payment_processor'],
    test: false,
    baseUrl: 'https://api.acmepay.example/v1',
    credentials,
    capabilities,
    guarantees: {
      idempotencyKeys: { validForMs: 24 * 3_600_000 },
      lookupIsAuthoritative: true,
      webhookVerification: 'none',
    },
  },
} satisfies ConnectorDefinitions;
