import fc from 'fast-check';
import type { DiskPoint } from './disk-points';
import { isFlat, retainedRows, shortRowRetention } from './row-retention';

const point = (payments: number, minutes: number, rows: Readonly<Record<string, number>>): DiskPoint => ({
  payments,
  minutes,
  outboxRows: 0,
  topics: {},
  rows,
  tables: { 'payments.inbox': 1_048_576, 'connector_worker.operations': 2_097_152 },
});

/** A run of nine points at these paces, in payments a minute, of a table that stores two rows of a payment for `keptMinutes`. */
function runAt(paces: readonly number[], keptMinutes: number): DiskPoint[] {
  const made = [0];
  for (const pace of paces) made.push(made.at(-1)! + pace);
  return made.map((payments, minute) => {
    const before = made[Math.max(0, minute - keptMinutes)] ?? 0;
    return point(payments, minute, { inbox: 2 * (payments - before) });
  });
}

const paces = fc.array(fc.integer({ min: 1_000, max: 3_000 }), { minLength: 8, maxLength: 8 });

it('a table from which old rows are deleted is flat, at whatever pace payments come', () =>
  fc.assert(fc.property(paces, (some) => expect(isFlat(runAt(some, 1), 'inbox', 1)).toBe(true))));

it('a table from which nothing is deleted grows', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 3_000 }), (pace) => {
      const steady = Array.from({ length: 8 }, () => pace);
      expect(isFlat(runAt(steady, 100), 'inbox', 1)).toBe(false);
    }),
  ));

it('a run that is as short as the retention says nothing, and a table of few rows is flat', () => {
  const steady = Array.from({ length: 8 }, () => 1_000);
  expect(isFlat(runAt(steady, 1), 'inbox', 4)).toBeUndefined();
  expect(isFlat([], 'inbox', 1)).toBeUndefined();
  expect(isFlat(runAt(steady, 1), 'other', 1)).toBe(true);
});

it('a system with a short retention deletes every table that grows with payments', () =>
  expect(shortRowRetention(2)).toMatchObject({
    INBOX_RETENTION: '2m',
    OPERATION_RETENTION: '2m',
    WEBHOOK_RETENTION: '2m',
    RETENTION_EVERY: '5s',
  }));

it('rows and MB are printed at every quarter, and a table that grows is named', () => {
  const points = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
    point(n * 1_000, n, {
      'payments.inbox': Math.min(n * 1_000, 1_000),
      'connector_worker.operations': n * 1_000,
      'payments.intents': n * 1_000,
      'gateway.configs': 1,
    }),
  );
  expect(retainedRows(points, 1)).toEqual([
    ['table', 'after 0', 'after 2000', 'after 4000', 'after 6000', 'after 8000', 'stored'],
    [
      'connector_worker.operations',
      ...['0 / 2.0', '2000 / 2.0', '4000 / 2.0', '6000 / 2.0', '8000 / 2.0'],
      'by age: GROWS',
    ],
    ['payments.inbox', '0 / 1.0', '1000 / 1.0', '1000 / 1.0', '1000 / 1.0', '1000 / 1.0', 'by age: flat'],
    [
      'payments.intents',
      ...['0 / 0.0', '2000 / 0.0', '4000 / 0.0', '6000 / 0.0', '8000 / 0.0'],
      'for ever, or until it has ended',
    ],
  ]);
});
