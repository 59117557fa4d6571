/** What each seal is for: one kind is not accepted as another. */
export const purposes = {
  cardNumber: 'card_number',
  cardCvc: 'card_cvc',
  methodData: 'payment_method_data',
  credentials: 'connector_credentials',
  webhookSecrets: 'connector_webhook_secrets',
} as const;
