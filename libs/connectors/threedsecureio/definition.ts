import type { ConnectorDefinitions } from '@payorch/connector-kit';
import { capabilities } from './capabilities';
import { credentials } from './credentials';

/** The texts of an account's metadata that describe the merchant and its acquirer to the issuer. */
export const merchantTexts = [
  'mcc',
  'merchant_country_code',
  'merchant_name',
  'acquirer_bin',
  'acquirer_merchant_id',
] as const;

/** An EMV 3-D Secure server: authenticates the customers of cards before their payments. */
export const definitions = {
  threedsecureio: {
    displayName: '3dsecure.io',
    connectorTypes: ['authentication_processor'],
    test: false,
    baseUrl: 'https://service.sandbox.3dsecure.io',
    credentials,
    capabilities,
    requiredMetadata: merchantTexts,
    // A lookup names the server's own id of the authentication.
    guarantees: { lookupIsAuthoritative: 'by_reference', webhookVerification: 'none' },
  },
} satisfies ConnectorDefinitions;
