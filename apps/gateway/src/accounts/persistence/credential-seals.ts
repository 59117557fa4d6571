import type { SealedTable } from '@payorch/platform/rewrap';

/** Where the seals of inline credentials stand. */
export const inlineCredentialsPlace = 'inline_credentials.credentials';

const slot = (place: string, purpose: string, column: string) => ({
  place: `merchant_connector_accounts.${place}`,
  purpose,
  seal: column,
  reference: 'merchant_connector_id',
});

/** The seals of connector accounts and of inline credentials that only a connector worker can open. */
export const credentialSealTables: readonly SealedTable[] = [
  {
    name: 'merchant_connector_accounts',
    id: 'merchant_connector_id',
    slots: [
      slot('credentials', 'connector_credentials', 'sealed_credentials'),
      slot('webhook_secrets', 'connector_webhook_secrets', 'sealed_webhook_secrets'),
      slot('merchant_data', 'connector_merchant_data', 'sealed_merchant_data'),
      slot('wallet_details', 'connector_wallet_details', 'sealed_wallet_details'),
    ],
  },
  {
    name: 'inline_credentials',
    id: 'merchant_connector_id',
    slots: [{ ...slot('', 'connector_credentials', 'sealed_credentials'), place: inlineCredentialsPlace }],
  },
];
