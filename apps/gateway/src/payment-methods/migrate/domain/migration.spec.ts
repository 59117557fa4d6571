import { isRefusal } from '@payorch/contracts';
import type { PaymentMethodMigrate } from '@payorch/rest';
import { migrationOf } from './migration';
import { errorText } from './row-results';

const now = new Date('2026-01-05T10:00:00.000Z');
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '35' };
const masked = { ...card, card_number: '424242******4242' };
const reference = { mca_1: { connector_mandate_id: 'pm_1', connector_customer_id: 'cus_at' } };
const sending = (more: object): PaymentMethodMigrate => ({ merchant_id: 'acme', customer_id: 'cus_a', ...more });

describe('a migration', () => {
  it.each<[string, object, object]>([
    ['of a whole card', { card }, { card: { number: { kind: 'whole' } }, references: [], networkTransactionId: null }],
    [
      'of a masked card at a processor',
      { card: masked, connector_mandate_details: reference },
      { references: [{ merchantConnectorId: 'mca_1', mandateReference: 'pm_1', customerReference: 'cus_at' }] },
    ],
    [
      'of an expired card that the processor may have renewed',
      { card: { ...masked, card_exp_year: '20' }, connector_mandate_details: reference },
      { card: { expiryYear: '20' } },
    ],
    [
      'by the card network’s id at an account',
      { card, network_transaction_id: 'MCC1', connector_mandate_details: { mca_1: {} } },
      { references: [{ mandateReference: null }], networkTransactionId: 'MCC1' },
    ],
    [
      'of a bank debit',
      { payment_method: 'bank_debit', payment_method_type: 'sepa', connector_mandate_details: reference },
      { card: null, fields: { paymentMethod: 'bank_debit', paymentMethodType: 'sepa' } },
    ],
    [
      'with the first charge, in the order of the accounts',
      {
        card,
        connector_mandate_details: {
          mca_2: { connector_mandate_id: 'b' },
          mca_1: {
            connector_mandate_id: 'a',
            original_payment_authorized_amount: 100,
            original_payment_authorized_currency: 'EUR',
          },
        },
      },
      {
        references: [{ mandateReference: 'a', original: { amount: 100, currency: 'EUR' } }, { mandateReference: 'b' }],
      },
    ],
  ])('%s is read', (_, more, expected) => expect(migrationOf(sending(more), now)).toMatchObject(expected));

  it.each<[string, object, string]>([
    ['without a customer', { card, customer_id: null }, 'Missing required param: customer_id'],
    ['of a customer with a reserved id', { card, customer_id: 'list' }, 'Invalid value provided: customer_id'],
    ['without a payment method', {}, 'Missing required param: payment_method'],
    ['of a card without a card', { payment_method: 'card' }, 'Missing required param: card'],
    ['of a card as a wallet', { payment_method: 'wallet', card }, 'PaymentMethodData does not match PaymentMethod'],
    ['of another type', { card, payment_method_type: 'sepa' }, "Invalid 'payment_method_type' provided"],
    [
      'of a wrong number',
      { card: { ...card, card_number: '4242424242424241' } },
      'card.card_number contains invalid data. Expected format is a card number, whole or masked',
    ],
    ['of an expired card', { card: { ...card, card_exp_year: '20' } }, 'Invalid Expiry Year'],
    ['of a wrong month', { card: { ...masked, card_exp_month: '13' } }, 'Invalid Expiry Month'],
    [
      'of a masked card alone',
      { card: masked },
      'Missing required param: connector_mandate_details.connector_mandate_id',
    ],
    [
      'of a masked card by the card network’s id',
      { card: masked, network_transaction_id: 'MCC1', connector_mandate_details: reference },
      'A network transaction id charges a card only by its whole number',
    ],
    [
      'with an account alone',
      { card, connector_mandate_details: { mca_1: {} } },
      'Missing required param: connector_mandate_details.connector_mandate_id',
    ],
    [
      'with an unknown detail',
      { card, connector_mandate_details: { mca_1: { mandate_metadata: {} } } },
      'connector_mandate_details.mandate_metadata is not implemented',
    ],
    [
      'with a reference that is no text',
      { card, connector_mandate_details: { mca_1: { connector_mandate_id: 5 } } },
      'connector_mandate_details.connector_mandate_id contains invalid data. Expected format is a string of 1 to 255 characters',
    ],
    [
      'with half of a first charge',
      {
        card,
        connector_mandate_details: { mca_1: { connector_mandate_id: 'a', original_payment_authorized_amount: 1 } },
      },
      'connector_mandate_details.original_payment_authorized_currency contains invalid data. Expected format is a currency',
    ],
    ['with a network token', { card, network_token: {} }, 'network_token is not implemented'],
  ])('%s is refused', (_, more, text) => {
    const refused = migrationOf(sending(more), now);
    expect(isRefusal(refused) && errorText(refused)).toBe(text);
  });
});
