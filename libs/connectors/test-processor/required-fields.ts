import type { RequiredFields, RequiredFieldTable } from '@payorch/connector-kit';

const card: RequiredFields = {
  common: [
    'payment_method_data.card.card_number',
    'payment_method_data.card.card_exp_month',
    'payment_method_data.card.card_exp_year',
    'payment_method_data.card.card_cvc',
  ],
};

/** What the test processor requires of the customer for each payment method type. */
export const requiredFields: RequiredFieldTable = { card: { credit: card, debit: card } };
