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
  'connector_worker.unmatched_disputes': 'UNMATCHED_DISPUTES_RETENTION',
  'gateway.blocklist_jobs': 'BLOCKLIST_JOB_RETENTION',
  'gateway.files': 'FILES_RETENTION',
  'gateway.reconciliations': 'RECONCILIATION_RETENTION',
  'webhooks.events': 'WEBHOOK_EVENT_RETENTION',
  'webhooks.deliveries': 'WEBHOOK_EVENT_RETENTION',
  'webhooks.attempts': 'WEBHOOK_EVENT_RETENTION',
} as const;

/** The gateway takes no minutes for these, and payments make no rows of them. */
const notShortened: readonly string[] = ['BLOCKLIST_JOB_RETENTION', 'FILES_RETENTION', 'RECONCILIATION_RETENTION'];

/** The environment of a system that deletes such rows after this many minutes, and looks for them often. */
export const shortRowRetention = (minutes: number): Record<string, string> => ({
  ...Object.fromEntries(
    Object.values(deletedByAge)
      .filter((setting) => !notShortened.includes(setting))
      .map((setting) => [setting, `${minutes}m`]),
  ),
  RETENTION_EVERY: '5s',
  WEBHOOK_EVENT_RETENTION_EVERY: '5s',
  SWEEP_EVERY: '5s',
});

/** Deletion begins again within seconds, and then takes as long as its backlog. */
const slackMinutes = 0.25;
/** What a change of the pace between two points may seem to add; a table from which nothing is deleted grows by more. */
const mostGrowth = 2;
const fewRows = 500;

/** How many payments had been made at this minute, between the points that were read. */
function paymentsAt(points: readonly DiskPoint[], minute: number): number {
  const next = points.findIndex(({ minutes }) => minutes >= minute);
  if (next <= 0) return next === 0 ? (points[0]?.payments ?? 0) : (points.at(-1)?.payments ?? 0);
  const [before, after] = [points[next - 1]!, points[next]!];
  const share = (minute - before.minutes) / (after.minutes - before.minutes);
  return before.payments + share * (after.payments - before.payments);
}

/**
 * Whether a table that is deleted by age has stopped to grow: it has no more rows for each payment that is younger than the retention
 * at the end of the run than when deletion began, at whatever pace payments came. Undefined: the run is too short to say so.
 */
export function isFlat(points: readonly DiskPoint[], table: string, rowMinutes: number): boolean | undefined {
  const storedMinutes = rowMinutes + slackMinutes;
  const rowsOfPayment = (point: DiskPoint): number => {
    const payments = point.payments - paymentsAt(points, point.minutes - storedMinutes);
    return (point.rows[table] ?? 0) / Math.max(1, payments);
  };
  const first = points.findIndex(({ minutes }) => minutes >= storedMinutes);
  const [begin, end] = [points[first], points.at(-1)];
  if (!begin || !end || first > (3 / 8) * (points.length - 1)) return undefined;
  return (end.rows[table] ?? 0) <= fewRows || rowsOfPayment(end) <= rowsOfPayment(begin) * mostGrowth;
}

const inMb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** Rows of texts, the head first: rows and MB of each table at every quarter, and whether a table that is deleted by age is flat. */
export function retainedRows(points: readonly DiskPoint[], rowMinutes: number): string[][] {
  const quarters = [0, 1, 2, 3, 4].map((quarter) => points[Math.round((quarter * (points.length - 1)) / 4)]!);
  const names = Object.keys(points.at(-1)!.rows)
    .filter((name) => quarters.some(({ rows }) => (rows[name] ?? 0) >= fewRows))
    .sort((one, other) => (points.at(-1)!.tables[other] ?? 0) - (points.at(-1)!.tables[one] ?? 0));
  return [
    ['table', ...quarters.map(({ payments }) => `after ${payments}`), 'stored'],
    ...names.map((name) => [
      name,
      ...quarters.map(({ rows, tables }) => `${rows[name] ?? 0} / ${inMb(tables[name] ?? 0)}`),
      storedText(name, points, rowMinutes),
    ]),
  ];
}

function storedText(name: string, points: readonly DiskPoint[], rowMinutes: number): string {
  if (!Object.hasOwn(deletedByAge, name)) return 'for ever, or until it has ended';
  const flat = isFlat(points, name, rowMinutes);
  return flat === undefined ? 'by age: too short a run' : flat ? 'by age: flat' : 'by age: GROWS';
}
