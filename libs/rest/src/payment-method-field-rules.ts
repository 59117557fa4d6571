import type { FieldRules } from './field-rule';

const ofPayouts = 'always: an account for payouts is `bank_transfer`';

/** A payment method that a customer or the merchant saves without a payment. */
export const paymentMethod: FieldRules = {
  acts: 'payment_method payment_method_type card customer_id client_secret payment_method_data bank_transfer wallet',
  shown: 'payment_method_issuer payment_method_issuer_code metadata billing',
  ignored: { card_network: 'the network follows from the card’s number' },
  refused: {
    bank_transfer_data: {
      when: ofPayouts,
      example: { payout_method_type: 'sepa', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      passes: [{ bank_transfer_data: null }],
    },
  },
};

/** A link to a page where a customer saves one. */
export const collectLink: FieldRules = {
  acts: 'logo merchant_name theme pm_collect_link_id customer_id session_expiry return_url',
  refused: {
    enabled_payment_methods: {
      when: 'for all but `card` (`credit`, `debit`) and `bank_debit` (`ach`): nothing else can be saved without a payment',
      example: [{ payment_method: 'wallet', payment_method_types: ['paypal'] }],
      passes: [
        { enabled_payment_methods: null },
        { enabled_payment_methods: [{ payment_method: 'card', payment_method_types: ['credit'] }] },
      ],
    },
  },
};

const notMigrated = 'always: a charge could not use it';

/** A payment method that another system has saved. */
export const migratedPaymentMethod: FieldRules = {
  acts: [
    'merchant_id payment_method payment_method_type card customer_id connector_mandate_details',
    'network_transaction_id',
  ].join(' '),
  shown: 'payment_method_issuer payment_method_issuer_code metadata billing',
  ignored: { card_network: 'the network follows from the card’s first digits, else from `card.card_network`' },
  refused: {
    network_token: {
      when: 'always: another requestor’s token has no cryptograms here',
      example: { network_token_data: { network_token_number: '4895370012003478' } },
      passes: [{ network_token: null }],
    },
    bank_transfer: {
      when: notMigrated,
      example: { iban: 'DE89370400440532013000' },
      passes: [{ bank_transfer: null }],
    },
    wallet: { when: notMigrated, example: { venmo: { telephone_number: '+15550100' } }, passes: [{ wallet: null }] },
    payment_method_data: { when: notMigrated, example: { card: {} }, passes: [{ payment_method_data: null }] },
  },
};

export const cardTokenization: FieldRules = {
  acts: 'merchant_id customer card existing_payment_method',
  shown: 'billing metadata payment_method_issuer',
};
