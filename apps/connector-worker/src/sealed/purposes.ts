import type { SealOwner } from '@payorch/contracts';

/** The purpose of each seal: a seal of one purpose is not accepted for another. */
export const purposes = {
  cardNumber: 'card_number',
  cardCvc: 'card_cvc',
  methodData: 'payment_method_data',
  networkToken: 'network_token',
  tokenCryptogram: 'token_cryptogram',
  credentials: 'connector_credentials',
  webhookSecrets: 'connector_webhook_secrets',
  merchantData: 'connector_merchant_data',
  walletDetails: 'connector_wallet_details',
} as const;

/** The purposes of the seals that each owner stores long-term. A CVC and a cryptogram have no owner: they are never re-sealed, so they expire in time. */
export const purposesOf: Readonly<Record<SealOwner, readonly string[]>> = {
  gateway: [purposes.credentials, purposes.webhookSecrets, purposes.merchantData, purposes.walletDetails],
  payments: [purposes.cardNumber, purposes.methodData, purposes.networkToken],
  payouts: [purposes.cardNumber, purposes.methodData],
};
