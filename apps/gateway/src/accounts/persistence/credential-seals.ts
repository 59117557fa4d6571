import type { SealedTable } from '@payorch/platform/rewrap';

const slot = (place: string, purpose: string, column: string) => ({
  place: `merchant_connector_accounts.${place}`,
  purpose,
  seal: column,
  reference: 'merchant_connector_id',
});

/** The seals of connector accounts that only a connector worker can open. */
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
];
