import type { RequiredFieldName, RequiredFields, RequiredFieldTable } from '@payorch/connector-kit';
import { paymentMethodTypes } from '@payorch/contracts';

const common = (...names: readonly RequiredFieldName[]): RequiredFields => ({ common: names });

const card = common(
  'payment_method_data.card.card_number',
  'payment_method_data.card.card_exp_month',
  'payment_method_data.card.card_exp_year',
  'payment_method_data.card.card_cvc',
);

/**
 * Types whose data has values that the customer types in and that a request must have. The gateway's
 * `test-processor-fields.spec.ts` compares them with the classes that check requests.
 */
const typedIn: RequiredFieldTable = {
  card: { credit: card, debit: card },
  wallet: { mifinity: common('payment_method_data.wallet.mifinity.date_of_birth') },
  bank_redirect: {
    online_banking_poland: common('payment_method_data.bank_redirect.online_banking_poland.issuer'),
    open_banking_uk: common('payment_method_data.bank_redirect.open_banking_uk.issuer'),
  },
  bank_debit: {
    ach: common(
      'payment_method_data.bank_debit.ach_bank_debit.account_number',
      'payment_method_data.bank_debit.ach_bank_debit.routing_number',
    ),
    bacs: common(
      'payment_method_data.bank_debit.bacs_bank_debit.account_number',
      'payment_method_data.bank_debit.bacs_bank_debit.sort_code',
    ),
    becs: common(
      'payment_method_data.bank_debit.becs_bank_debit.account_number',
      'payment_method_data.bank_debit.becs_bank_debit.bsb_number',
    ),
    eft_debit_order: common('payment_method_data.bank_debit.eft_debit_order.account_number'),
    sepa: common('payment_method_data.bank_debit.sepa_bank_debit.iban'),
  },
  gift_card: { givex: common('payment_method_data.gift_card.number', 'payment_method_data.gift_card.cvc') },
  mobile_payment: {
    direct_carrier_billing: common('payment_method_data.mobile_payment.direct_carrier_billing.msisdn'),
  },
};

/** Types with a required value for which the interface has no field of its path: a list says nothing about them. */
const undescribed: ReadonlySet<string> = new Set([
  ...['mb_way', 'eft', 'online_banking_czech_republic', 'online_banking_fpx', 'online_banking_slovakia'],
  ...['online_banking_thailand', 'sepa_guarenteed_debit', 'bhn_card_network', 'network_token'],
]);

/** What the test processor requires of the customer for each payment method type; an empty row: nothing. */
export const requiredFields: RequiredFieldTable = Object.fromEntries(
  Object.entries(paymentMethodTypes).map(([paymentMethod, types]) => [
    paymentMethod,
    Object.fromEntries(
      Object.keys(types)
        .filter((type) => !undescribed.has(type))
        .map((type) => [type, typedIn[paymentMethod]?.[type] ?? {}]),
    ),
  ]),
);
