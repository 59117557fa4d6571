import type { DiskPoint } from './disk-points';

/** The tables whose rows a service deletes by age, with the setting that says after which (`StoredBySetting`). */
export const deletedByAge = {
  'payments.inbox': 'INBOX_RETENTION',
  'refunds.inbox': 'INBOX_RETENTION',
  'payouts.inbox': 'INBOX_RETENTION',
  'payments.authentications': 'AUTHENTICATION_RETENTION',
  'payments.payment_methods': 'UNUSED_LINK_RETENTION',
  'connector_worker.operations': 'OPERATION_RETENTION',
  'connector_worker.processor_events': 'PROCESSOR_EVENT_RETENTION',
  'gateway.idempotency_keys': 'IDEMPOTENCY_RETENTION',
  'gateway.processor_webhooks': 'WEBHOOK_RETENTION',
  'gateway.blocklist_jobs': 'BLOCKLIST_JOB_RETENTION',
} as const;

/** A gateway may send a chunk of an upload again for an hour: no shorter time is taken. */
const leastHours = 'BLOCKLIST_JOB_RETENTION';

/** The environment of a system that deletes such rows after this many minutes, and looks for them often. */
export const shortRowRetention = (minutes: number): Record<string, string> => ({
  ...Object.fromEntries(
    Object.values(deletedByAge)
      .filter((setting) => setting !== leastHours)
      .map((setting) => [setting, `${minutes}m`]),
  ),
  RETENTION_EVERY: '5s',
  SWEEP_EVERY: '5s',
});

/** Rows of a table at the points of a run grew by more than this between its middle and its end: deletion does not keep up. */
const mostGrowth = 1.25;
const fewRows = 500;

/** Whether a table that is deleted by age was as large at the end of a run as in its middle. */
export function isFlat(rows: readonly number[]): boolean {
  const [middle, end] = [rows[Math.floor(rows.length / 2)] ?? 0, rows.at(-1) ?? 0];
  return end <= Math.max(fewRows, middle * mostGrowth);
}

const inMb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** Rows of texts, the head first: rows and MB of each table at every quarter, and whether a table that is deleted by age is flat. */
export function retainedRows(points: readonly DiskPoint[]): string[][] {
  const quarters = [0, 1, 2, 3, 4].map((quarter) => points[Math.round((quarter * (points.length - 1)) / 4)]!);
  const names = Object.keys(points.at(-1)!.rows)
    .filter((name) => quarters.some(({ rows }) => (rows[name] ?? 0) >= fewRows))
    .sort((one, other) => (points.at(-1)!.tables[other] ?? 0) - (points.at(-1)!.tables[one] ?? 0));
  return [
    ['table', ...quarters.map(({ payments }) => `after ${payments}`), 'stored'],
    ...names.map((name) => [
      name,
      ...quarters.map(({ rows, tables }) => `${rows[name] ?? 0} / ${inMb(tables[name] ?? 0)}`),
      storedText(
        name,
        points.map(({ rows }) => rows[name] ?? 0),
      ),
    ]),
  ];
}

function storedText(name: string, rows: readonly number[]): string {
  if (!Object.hasOwn(deletedByAge, name)) return 'for ever, or until it has ended';
  return isFlat(rows) ? 'by age: flat' : 'by age: GROWS';
}
