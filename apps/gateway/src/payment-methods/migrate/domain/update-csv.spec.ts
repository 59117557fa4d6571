import { isRefusal } from '@payorch/contracts';
import { errorText } from './row-results';
import { readUpdateRow } from './update-csv';

const now = new Date('2026-01-05T10:00:00.000Z');
const form = { merchantId: 'acme', merchantConnectorId: 'mca_form' };
const read = (more: object, sent = form) =>
  readUpdateRow({ payment_method_id: 'pm_1', ...more } as Record<string, string>, sent, now);
const nothing = { paymentMethodId: 'pm_1', status: null, expiry: null, networkTransactionId: null, references: [] };

describe('a row of a file of updates', () => {
  it.each<[object, object]>([
    [{ status: 'inactive' }, { status: 'inactive' }],
    [{ network_transaction_id: 'MCC1' }, { networkTransactionId: 'MCC1' }],
    [{ card_expiry_month: '10', card_expiry_year: '35' }, { expiry: { expiryMonth: '10', expiryYear: '35' } }],
    [
      { payment_instrument_id: 'pm_x' },
      { references: [{ merchantConnectorId: 'mca_form', mandateReference: 'pm_x', customerReference: null }] },
    ],
    [
      { connector_customer_id: 'cus_at', merchant_connector_id: 'mca_1' },
      { references: [{ merchantConnectorId: 'mca_1', mandateReference: null, customerReference: 'cus_at' }] },
    ],
  ])('%j is read', (more, expected) => expect(read(more)).toEqual({ ...nothing, ...expected }));

  it.each<[object, string]>([
    [{ payment_method_id: '' }, 'Missing required param: payment_method_id'],
    [{ payment_method_id: 'a b' }, 'Payment method does not exist in our records'],
    [{}, 'Missing required param: status'],
    [{ status: 'redacted' }, 'status contains invalid data. Expected format is active or inactive'],
    [{ card_expiry_month: '10' }, 'Missing required param: card_expiry_year'],
    [{ card_expiry_year: '35' }, 'Missing required param: card_expiry_month'],
    [{ card_expiry_month: '10', card_expiry_year: '20' }, 'Invalid Expiry Year'],
    [{ status: 'active', merchant_id: 'other' }, 'merchant_id differs from the form’s'],
  ])('%j is refused', (more, text) => {
    const refused = read(more);
    expect(isRefusal(refused) && errorText(refused)).toBe(text);
  });
});
