import type { DiskPoint } from './disk-points';
import { isFlat, retainedRows, shortRowRetention } from './row-retention';

it.each([
  [[0, 900, 1_000, 1_100, 1_200], true],
  [[0, 900, 1_000, 1_200, 1_300], false],
  [[0, 0, 10, 200, 400], true],
  [[0, 5_000, 10_000, 15_000, 20_000], false],
  [[], true],
])('a table with the rows %j is flat: %s', (rows, flat) => expect(isFlat(rows)).toBe(flat));

it('a system with a short retention deletes every table that is deleted by age', () =>
  expect(shortRowRetention(2)).toMatchObject({
    INBOX_RETENTION: '2m',
    OPERATION_RETENTION: '2m',
    WEBHOOK_RETENTION: '2m',
    RETENTION_EVERY: '5s',
  }));

it('rows and MB are printed at every quarter, and a table that grows is named', () => {
  const point = (payments: number): DiskPoint => ({
    payments,
    minutes: 0,
    outboxRows: 0,
    topics: {},
    rows: {
      'payments.inbox': Math.min(payments, 1_000),
      'connector_worker.operations': payments,
      'gateway.configs': 1,
    },
    tables: { 'payments.inbox': 1_048_576, 'connector_worker.operations': 2_097_152 },
  });
  expect(retainedRows([0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => point(n * 1_000)))).toEqual([
    ['table', 'after 0', 'after 2000', 'after 4000', 'after 6000', 'after 8000', 'stored'],
    [
      'connector_worker.operations',
      ...['0 / 2.0', '2000 / 2.0', '4000 / 2.0', '6000 / 2.0', '8000 / 2.0'],
      'by age: GROWS',
    ],
    ['payments.inbox', '0 / 1.0', '1000 / 1.0', '1000 / 1.0', '1000 / 1.0', '1000 / 1.0', 'by age: flat'],
  ]);
});
