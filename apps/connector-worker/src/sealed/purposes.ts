import type { SealOwner } from '@payorch/contracts';

/** What each seal is for: one kind is not accepted as another. */
export const purposes = {
  cardNumber: 'card_number',
  cardCvc: 'card_cvc',
  methodData: 'payment_method_data',
  credentials: 'connector_credentials',
  webhookSecrets: 'connector_webhook_secrets',
  merchantData: 'connector_merchant_data',
  walletDetails: 'connector_wallet_details',
} as const;

/** What each owner keeps sealed for long. A CVC is nobody's: it is never sealed anew, so it never outlives its time. */
export const purposesOf: Readonly<Record<SealOwner, readonly string[]>> = {
  gateway: [purposes.credentials, purposes.webhookSecrets, purposes.merchantData, purposes.walletDetails],
  payments: [purposes.cardNumber, purposes.methodData],
};
