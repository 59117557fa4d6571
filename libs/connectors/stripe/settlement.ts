import type { SettlementFile, SettlementReading, SettlementRow } from '@payorch/connector-kit';
import type { ProcessorRecord, RecordState } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { fromMajorText, isCurrency } from '@payorch/kernel';

/**
 * The itemized report "Balance change from activity" (docs.stripe.com/reports/report-types/balance). `source_id` is the charge of a
 * payment, whose intent is our reference: it is in `payment_intent_id`, which has to be added to the report's columns.
 */
const columns = [
  'balance_transaction_id',
  'created_utc',
  'currency',
  'gross',
  'reporting_category',
  'source_id',
  'charge_id',
  'payment_intent_id',
  'customer_facing_amount',
  'customer_facing_currency',
];

/** Our ids, where the merchant has added these columns of metadata to the report. */
const ourIds = {
  payment: 'payment_metadata[order_id]',
  refund: 'refund_metadata[operation_id]',
  transfer: 'transfer_metadata[order_id]',
};

const ourIdOf = (row: SettlementRow, object: keyof typeof ourIds): string | null => row[ourIds[object]] || null;

const unreadable = (why: string): SettlementReading => ({ kind: 'unreadable', why });
const ignored = (why: string): SettlementReading => ({ kind: 'ignored', why });

/** A sum in major units without its sign, which says only in which direction it moved. */
function sumOf(text: string, currency: string): Money | undefined {
  const code = currency.toUpperCase();
  return isCurrency(code) ? fromMajorText(text.replace(/^-/, ''), code) : undefined;
}

/**
 * What moved, in the currency of the payment. `gross` is in the currency of the balance; where the customer paid in another one, Stripe
 * has that sum for charges and refunds.
 */
function movedBy(row: SettlementRow): Money | undefined {
  const { currency = '', gross = '', customer_facing_currency: facing = '', customer_facing_amount: sum = '' } = row;
  return facing === '' || facing.toLowerCase() === currency.toLowerCase() ? sumOf(gross, currency) : sumOf(sum, facing);
}

/** `2026-11-01 10:00:00` in UTC. */
const timeOf = ({ created_utc: text = '' }: SettlementRow): string | undefined => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(text) ?? [];
  const at = new Date(`${day}T${time}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

type About = Pick<ProcessorRecord, 'kind' | 'reference' | 'chargeReference' | 'ourId'>;

/** `goes`: whether the money comes to the balance, or leaves it. */
interface Category {
  readonly state: RecordState;
  readonly goes: 'in' | 'out';
}

/** Of these the money is back where it was. */
const undone: ReadonlySet<RecordState> = new Set(['failed', 'won']);

function recordOf(row: SettlementRow, about: About, { state, goes }: Category): SettlementReading {
  const createdAt = timeOf(row);
  const money = movedBy(row);
  if (about.reference === '') return unreadable('The row names no object of Stripe');
  if (!createdAt) return unreadable('The row has no time that we can read');
  if (!money) return unreadable('The row has no sum that we can read');
  const isOut = row['gross']?.startsWith('-') === true;
  if (money.amount > 0n && isOut !== (goes === 'out')) return unreadable('The sum of the row has the other sign');
  const moved = undone.has(state) ? 0 : Number(money.amount);
  const { currency } = money;
  return { kind: 'record', record: { ...about, state, amount: null, moved, currency, createdAt } };
}

type Reading = (row: SettlementRow) => SettlementReading;

const payment =
  (category: Category): Reading =>
  (row) => {
    const { payment_intent_id: reference = '' } = row;
    if (reference === '') return ignored('A charge without a payment intent is another system’s');
    const about = { kind: 'payment', reference, chargeReference: null, ourId: ourIdOf(row, 'payment') } as const;
    return recordOf(row, about, category);
  };

const ofCharge =
  (kind: 'refund' | 'dispute', category: Category): Reading =>
  (row) => {
    const { source_id: reference = '', payment_intent_id: intent = '', charge_id: charge = '' } = row;
    const ourId = kind === 'refund' ? ourIdOf(row, 'refund') : null;
    return recordOf(row, { kind, reference, chargeReference: intent || charge || null, ourId }, category);
  };

/** A file with the metadata of transfers shows which of them are ours; a destination charge has transfers, too. */
const transfer: Reading = (row) => {
  const ourId = ourIdOf(row, 'transfer');
  if (ourId === null && ourIds.transfer in row) return ignored('A transfer that names no payout of ours');
  const { source_id: reference = '' } = row;
  const about = { kind: 'payout', reference, chargeReference: null, ourId } as const;
  return recordOf(row, about, { state: 'succeeded', goes: 'out' });
};

/** Stripe's categories (docs.stripe.com/reports/reporting-categories) of which we have objects. All others move no money of ours. */
const readings: Readonly<Record<string, Reading>> = {
  charge: payment({ state: 'succeeded', goes: 'in' }),
  charge_failure: payment({ state: 'failed', goes: 'out' }),
  partial_capture_reversal: () =>
    unreadable('Stripe returned a part of a captured payment, and the row does not say which'),
  refund: ofCharge('refund', { state: 'succeeded', goes: 'out' }),
  refund_failure: ofCharge('refund', { state: 'failed', goes: 'in' }),
  dispute: ofCharge('dispute', { state: 'open', goes: 'out' }),
  dispute_reversal: ofCharge('dispute', { state: 'won', goes: 'in' }),
  transfer,
  transfer_reversal: () => ignored('A reversal does not name its transfer: the list has the reversed payouts'),
  payout: () => ignored('What Stripe pays to the bank of the merchant is no payout of ours'),
  payout_reversal: () => ignored('What Stripe pays to the bank of the merchant is no payout of ours'),
};

export const settlement: SettlementFile = {
  report: 'Balance change from activity, itemized',
  columns,
  read(row) {
    const { reporting_category: category = '' } = row;
    if (category === '') return unreadable('The row has no category');
    const read = Object.hasOwn(readings, category) ? readings[category] : undefined;
    return read ? read(row) : ignored(`Stripe’s category ${category} is of none of our objects`);
  },
};
