import { joinRecords, missingColumns, type SettlementRow } from '@payorch/connector-kit';
import { type ProcessorRecord, processorRecord } from '@payorch/contracts';
import { connectors } from './index';

const settlement = connectors.stripe.settlement!;

const row = (known: SettlementRow): SettlementRow => ({
  balance_transaction_id: 'txn_1',
  created_utc: '2026-11-01 10:00:00',
  available_on_utc: '2026-11-03 00:00:00',
  currency: 'usd',
  gross: '65.40',
  fee: '2.20',
  net: '63.20',
  reporting_category: 'charge',
  source_id: 'ch_1',
  description: '',
  charge_id: 'ch_1',
  payment_intent_id: 'pi_1',
  customer_facing_amount: '65.40',
  customer_facing_currency: 'usd',
  ...known,
});

const about = { amount: null, currency: 'USD', createdAt: '2026-11-01T10:00:00.000Z' };
const paid = {
  ...about,
  kind: 'payment',
  reference: 'pi_1',
  chargeReference: null,
  ourId: null,
  state: 'succeeded',
  moved: 6540,
};
const refunded = {
  ...about,
  kind: 'refund',
  reference: 're_1',
  chargeReference: 'pi_1',
  ourId: null,
  state: 'succeeded',
  moved: 2540,
};
const disputed = {
  ...about,
  kind: 'dispute',
  reference: 'dp_1',
  chargeReference: 'pi_1',
  ourId: null,
  state: 'open',
  moved: 6540,
};
const sent = {
  ...about,
  kind: 'payout',
  reference: 'tr_1',
  chargeReference: null,
  ourId: null,
  state: 'succeeded',
  moved: 6540,
};

const refund = { reporting_category: 'refund', gross: '-25.40', source_id: 're_1', customer_facing_amount: '-25.40' };
const dispute = { reporting_category: 'dispute', gross: '-65.40', source_id: 'dp_1', customer_facing_currency: '' };
const transfer = {
  reporting_category: 'transfer',
  gross: '-65.40',
  source_id: 'tr_1',
  charge_id: '',
  payment_intent_id: '',
  customer_facing_amount: '',
  customer_facing_currency: '',
};

it.each<[string, SettlementRow, object]>([
  ['a charge', {}, paid],
  ['a charge that names its attempt', { 'payment_metadata[order_id]': 'pay_1_1' }, { ...paid, ourId: 'pay_1_1' }],
  [
    'a charge without decimals',
    { currency: 'jpy', gross: '6540', customer_facing_currency: 'jpy' },
    { ...paid, currency: 'JPY' },
  ],
  [
    'a charge with decimals that its currency lacks',
    { currency: 'ugx', gross: '5000.00', customer_facing_currency: 'ugx' },
    { ...paid, currency: 'UGX', moved: 5000 },
  ],
  [
    'a charge with three decimals',
    { currency: 'kwd', gross: '6.540', customer_facing_currency: 'kwd' },
    { ...paid, currency: 'KWD' },
  ],
  [
    'a charge in another currency than that of the balance',
    { gross: '71.02', customer_facing_amount: '65.40', customer_facing_currency: 'eur' },
    { ...paid, currency: 'EUR' },
  ],
  [
    'a bank debit that failed after all',
    { reporting_category: 'charge_failure', gross: '-65.40' },
    { ...paid, state: 'failed', moved: 0 },
  ],
  ['a refund', refund, refunded],
  [
    'a refund that names its operation',
    { ...refund, 'refund_metadata[operation_id]': 'op_2' },
    { ...refunded, ourId: 'op_2' },
  ],
  [
    'a refund of another system’s charge',
    { ...refund, payment_intent_id: '' },
    { ...refunded, chargeReference: 'ch_1' },
  ],
  [
    'a refund that failed',
    { ...refund, reporting_category: 'refund_failure', gross: '25.40' },
    { ...refunded, state: 'failed', moved: 0 },
  ],
  ['a dispute', dispute, disputed],
  [
    'a dispute that was won',
    { ...dispute, reporting_category: 'dispute_reversal', gross: '65.40' },
    { ...disputed, state: 'won', moved: 0 },
  ],
  ['a transfer', transfer, sent],
  [
    'a transfer that names its payout',
    { ...transfer, 'transfer_metadata[order_id]': 'payout_1' },
    { ...sent, ourId: 'payout_1' },
  ],
])('%s is a record', (_, known, record) => {
  const reading = settlement.read(row(known));
  expect(reading).toEqual({ kind: 'record', record });
  expect(processorRecord.safeParse((reading as { readonly record: unknown }).record).success).toBe(true);
});

it.each<[string, SettlementRow, RegExp]>([
  ['a fee of Stripe', { reporting_category: 'fee' }, /category fee/],
  ['a category that Stripe has invented since', { reporting_category: 'constructor' }, /category constructor/],
  [
    'what is paid to the bank of the merchant',
    { reporting_category: 'payout', gross: '-10.00', source_id: 'po_1' },
    /bank of the merchant/,
  ],
  ['a charge without a payment intent', { payment_intent_id: '' }, /another system/],
  ['a transfer of a charge', { ...transfer, 'transfer_metadata[order_id]': '' }, /no payout of ours/],
  [
    'a reversal',
    { ...transfer, reporting_category: 'transfer_reversal', gross: '65.40' },
    /does not name its transfer/,
  ],
])('%s is ignored, with the reason', (_, known, why) => {
  expect(settlement.read(row(known))).toEqual({ kind: 'ignored', why: expect.stringMatching(why) });
});

it.each<[string, SettlementRow, RegExp]>([
  ['no category', { reporting_category: '' }, /no category/],
  [
    'a part of a capture that was returned',
    { reporting_category: 'partial_capture_reversal' },
    /a part of a captured payment/,
  ],
  ['no object', { ...refund, source_id: '' }, /names no object/],
  ['no time', { created_utc: 'yesterday' }, /no time/],
  ['a day that does not exist', { created_utc: '2026-13-41 10:00:00' }, /no time/],
  ['an unknown currency', { currency: 'xyz', customer_facing_currency: '' }, /no sum/],
  ['thousands with commas', { gross: '1,065.40' }, /no sum/],
  ['a fraction of the minor unit', { gross: '65.405' }, /no sum/],
  ['no sum', { gross: '' }, /no sum/],
  ['a refund that brings money', { ...refund, gross: '25.40' }, /other sign/],
  ['a charge that takes money', { gross: '-65.40' }, /other sign/],
])('a row with %s is unreadable, with the reason', (_, known, why) => {
  expect(settlement.read(row(known))).toEqual({ kind: 'unreadable', why: expect.stringMatching(why) });
});

it('a row of nothing is unreadable, and no row throws', () => {
  expect(settlement.read({}).kind).toBe('unreadable');
  for (const column of settlement.columns) expect(() => settlement.read(row({ [column]: '' }))).not.toThrow();
});

const joinedOf = (rows: readonly SettlementRow[]): ProcessorRecord =>
  rows
    .map((one) => settlement.read(row(one)))
    .map((reading) => (reading as { readonly record: ProcessorRecord }).record)
    .reduce(joinRecords);

it('the captures of one payment add up, and a payment that was undone has moved nothing', () => {
  const captures = [{ gross: '20.00' }, { gross: '45.40', created_utc: '2026-11-02 10:00:00' }];
  expect(joinedOf(captures)).toEqual(paid);
  const undone = { reporting_category: 'charge_failure', gross: '-65.40', created_utc: '2026-11-03 10:00:00' };
  expect(joinedOf([...captures, undone])).toEqual({ ...paid, state: 'failed', moved: 0 });
});

it('a file without the column of the payment intents is refused by its name', () => {
  const header = Object.keys(row({})).filter((column) => column !== 'payment_intent_id');
  expect(missingColumns(settlement, header)).toEqual(['payment_intent_id']);
  expect(missingColumns(settlement, Object.keys(row({})))).toEqual([]);
});
