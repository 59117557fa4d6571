import type { RequiredFields, RequiredFieldTable } from '@payorch/connector-kit';

const card: RequiredFields = {
  common: [
    'payment_method_data.card.card_number',
    'payment_method_data.card.card_exp_month',
    'payment_method_data.card.card_exp_year',
    'payment_method_data.card.card_cvc',
  ],
};

/** What Stripe requires of the customer for each payment method type; an empty row: nothing. */
export const requiredFields: RequiredFieldTable = {
  card: {
    credit: card,
    debit: card,
  },
  wallet: {
    apple_pay: {},
    google_pay: {},
    cashapp: {},
    amazon_pay: {},
    ali_pay: {},
    we_chat_pay: {},
  },
  bank_redirect: {
    bancontact_card: {
      common: ['billing.address.first_name#5', 'billing.address.last_name#4'],
      mandate: ['billing.email'],
    },
    ideal: { mandate: ['billing.address.first_name#5', 'billing.address.last_name#4', 'billing.email'] },
    sofort: {
      common: ['billing.address.country#14', 'billing.address.first_name#7', 'billing.address.last_name#7'],
      mandate: ['billing.email'],
    },
    eps: {
      nonMandate: [
        'billing.address.first_name#5',
        'billing.address.last_name#4',
        'payment_method_data.bank_redirect.eps.bank_name#2',
      ],
    },
    giropay: { nonMandate: ['billing.address.first_name#6', 'billing.address.last_name#6'] },
    przelewy24: { nonMandate: ['billing.email'] },
    blik: { common: ['payment_method_data.bank_redirect.blik.blik_code'] },
  },
  bank_debit: {
    ach: {
      common: [
        'billing.address.first_name#3',
        'billing.address.last_name',
        'payment_method_data.bank_debit.ach_bank_debit.account_number',
        'payment_method_data.bank_debit.ach_bank_debit.routing_number',
      ],
    },
    sepa: {
      common: [
        'billing.address.first_name#3',
        'billing.address.last_name',
        'billing.email',
        'payment_method_data.bank_debit.sepa_bank_debit.iban',
      ],
    },
    bacs: {
      common: [
        'billing.address.country',
        'billing.address.first_name#3',
        'billing.address.line1',
        'billing.address.zip',
        'payment_method_data.bank_debit.bacs_bank_debit.account_number',
        'payment_method_data.bank_debit.bacs_bank_debit.sort_code',
      ],
    },
    becs: {
      common: [
        'billing.address.first_name#3',
        'billing.address.last_name',
        'billing.email',
        'payment_method_data.bank_debit.becs_bank_debit.account_number',
        'payment_method_data.bank_debit.becs_bank_debit.bsb_number',
      ],
    },
  },
  bank_transfer: {
    bacs: { common: ['billing.address.first_name#4', 'billing.address.last_name#3', 'billing.email'] },
    multibanco: { nonMandate: ['billing.email'] },
    sepa_bank_transfer: {
      common: [
        'billing.address.country#22',
        'billing.address.first_name#4',
        'billing.address.last_name#3',
        'billing.email',
      ],
    },
  },
  pay_later: {
    affirm: {},
    afterpay_clearpay: {
      common: [
        'billing.address.city',
        'billing.address.country#26',
        'billing.address.first_name#3',
        'billing.address.last_name#5',
        'billing.address.line1',
        'billing.address.state',
        'billing.address.zip',
        'billing.email',
        'shipping.address.city',
        'shipping.address.country#3',
        'shipping.address.first_name',
        'shipping.address.last_name',
        'shipping.address.line1',
        'shipping.address.state',
        'shipping.address.zip',
      ],
    },
    klarna: { nonMandate: ['billing.address.country#32', 'billing.email'] },
  },
};
