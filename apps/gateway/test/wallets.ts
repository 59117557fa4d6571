import type { JsonObject } from '@payorch/contracts';

const cards = { allowed_auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'], allowed_card_networks: ['VISA', 'MASTERCARD'] };
const stripeToken = {
  type: 'PAYMENT_GATEWAY',
  parameters: { gateway: 'stripe', 'stripe:version': '2018-10-31', 'stripe:publishableKey': 'pk_test_1' },
};

/** Google Pay in the format of `metadata.google_pay`. */
export const googlePay = {
  merchant_info: { merchant_id: 'BCR2DN4T', merchant_name: 'Acme' },
  allowed_payment_methods: [{ type: 'CARD', parameters: cards, tokenization_specification: stripeToken }],
};

/** `connector_wallets_details` with every field, secrets included. */
export const walletsDetails = {
  google_pay: {
    provider_details: {
      merchant_info: {
        merchant_id: 'BCR2DN4T',
        merchant_name: 'Acme',
        tokenization_specification: {
          type: 'DIRECT',
          parameters: { public_key: 'BOd', private_key: 'secret-key', recipient_id: 'secret-recipient' },
        },
      },
    },
    cards,
  },
  samsung_pay: {
    merchant_credentials: {
      service_id: '49400558c67f4a97b3925f',
      merchant_display_name: 'Acme',
      merchant_business_country: 'US',
      allowed_brands: ['visa', 'masterCard'],
    },
  },
  paze: { client_id: 'P1', client_name: 'Acme', client_profile_id: 'acme-1', private_key: 'secret-paze' },
  apple_pay_combined: {
    manual: {
      payment_request_data: { label: 'Acme', supported_networks: ['visa'], merchant_capabilities: ['supports3DS'] },
      session_token_data: {
        certificate: 'secret-certificate',
        certificate_keys: 'secret-key',
        payment_processing_details_at: 'Connector',
        merchant_identifier: 'merchant.acme',
        display_name: 'Acme',
        initiative: 'ios',
        merchant_business_country: 'FR',
      },
    },
  },
} satisfies JsonObject;
