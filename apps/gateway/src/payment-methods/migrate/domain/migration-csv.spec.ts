import { isRefusal } from '@payorch/contracts';
import { lineNumberOf } from './csv-cells';
import { faultOfMigrationHeader, readMigrationRow } from './migration-csv';
import { errorText } from './row-results';

const form = { merchantId: 'acme', merchantConnectorId: undefined };
const formWithAccount = { ...form, merchantConnectorId: 'mca_form' };
const customer = { customer_id: 'cus_a', name: 'Ada Doe' };
const card = { card_expiry_month: '10', card_expiry_year: '35' };
const named = { merchant_id: 'acme', customer_id: 'cus_a' };
const cardOf = (card_number: string) => ({
  card_number,
  card_exp_month: '10',
  card_exp_year: '35',
  card_holder_name: 'Ada Doe',
});

describe('a row of a file of migrations', () => {
  it.each([
    [
      'with a whole and a masked number',
      { ...customer, ...card, raw_card_number: '4242424242424242', card_number_masked: '424242******4242' },
      form,
      { customer, paymentMethod: { ...named, card: cardOf('4242424242424242') } },
    ],
    [
      'at an account of its own',
      {
        ...customer,
        ...card,
        card_number_masked: '424242******4242',
        email: 'ada@acme.shop',
        payment_instrument_id: 'pm_1',
        connector_customer_id: 'cus_at',
        merchant_connector_id: 'mca_1',
        original_transaction_amount: '100',
        original_transaction_currency: 'EUR',
        card_scheme: 'Visa',
      },
      formWithAccount,
      {
        customer: { ...customer, email: 'ada@acme.shop' },
        paymentMethod: {
          ...named,
          card: { ...cardOf('424242******4242'), card_network: 'Visa' },
          connector_mandate_details: {
            mca_1: {
              connector_mandate_id: 'pm_1',
              connector_customer_id: 'cus_at',
              original_payment_authorized_amount: 100,
              original_payment_authorized_currency: 'EUR',
            },
          },
        },
      },
    ],
    [
      'by the card network’s id at the account of the form',
      { ...customer, ...card, raw_card_number: '4242424242424242', original_transaction_id: 'MCC1' },
      formWithAccount,
      {
        customer,
        paymentMethod: {
          ...named,
          card: cardOf('4242424242424242'),
          network_transaction_id: 'MCC1',
          connector_mandate_details: { mca_form: {} },
        },
      },
    ],
    [
      'that needs no account',
      { ...customer, ...card, raw_card_number: '4242424242424242' },
      formWithAccount,
      { customer, paymentMethod: { ...named, card: cardOf('4242424242424242') } },
    ],
    [
      'with an address and no card',
      {
        customer_id: 'cus_a',
        payment_method: 'bank_debit',
        payment_method_type: 'sepa',
        phone: '',
        payment_instrument_id: 'pm_1',
        billing_address_city: 'Berlin',
        billing_address_country: 'DE',
      },
      formWithAccount,
      {
        customer: { customer_id: 'cus_a' },
        paymentMethod: {
          ...named,
          payment_method: 'bank_debit',
          payment_method_type: 'sepa',
          billing: { address: { city: 'Berlin', country: 'DE' } },
          connector_mandate_details: { mca_form: { connector_mandate_id: 'pm_1' } },
        },
      },
    ],
  ])('%s is read', (_, record, sent, expected) => expect(readMigrationRow(record, sent)).toEqual(expected));

  it.each([
    [{ network_token_number: '4895370012003478' }, 'network_token_number is not implemented'],
    [{ merchant_id: 'other' }, 'merchant_id differs from the form’s'],
    [{ name: 'Ada\0' }, 'NUL character in a value'],
    [{ payment_instrument_id: 'pm_1' }, 'Missing required param: merchant_connector_id'],
    [{ original_transaction_amount: '100' }, 'Missing required param: merchant_connector_id'],
  ])('with %j is refused', (more, text) => {
    const refused = readMigrationRow({ ...customer, ...more } as Record<string, string>, form);
    expect(isRefusal(refused) && errorText(refused)).toBe(text);
  });

  it.each([
    [{ line_number: '7' }, 7],
    [{ line_number: 'x' }, 2],
    [{}, 2],
  ])('%j in line 2 has the number %i', (record, expected) =>
    expect(lineNumberOf(record as Record<string, string>, 2)).toBe(expected),
  );
});

it.each([
  [['customer_id', 'raw_card_number'], undefined],
  [['customer_id', 'card_cvc'], 'unknown column `card_cvc`'],
  [['customer_id', 'email', 'email'], 'a column stands twice'],
  [['email'], 'missing column `customer_id`'],
])('the header %j has the fault %j', (names, fault) => expect(faultOfMigrationHeader(names)).toBe(fault));
