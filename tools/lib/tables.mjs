const one = (value) => value.toFixed(1);
const two = (value) => value.toFixed(2);

function table(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) => `  ${row.map((cell, column) => cell.padStart(widths[column])).join('  ')}`);
}

const cellNames = ['connector', 'clients', 'processor ms'];
const names = (cells) => Object.keys(cells[0].cpuMs);

const scanOf = (scan) => (scan ? `${scan.rows.toFixed(0)} rows of ${scan.name}` : 'none');
const stretchHead = [
  'payments/s',
  'p50',
  'p95',
  'CPU ms',
  'Postgres ms',
  'queries',
  'pages',
  'longest sequential scan',
];
const stretchRow = ({ pay, cpuMsTotal, cpuMs, queries, pages, worstScan }) => [
  ...[pay.perSecond, pay.p50, pay.p95].map(one),
  ...[cpuMsTotal, cpuMs.postgres, queries].map(two),
  ...[pages.toFixed(0), scanOf(worstScan)],
];

/** The minutes as a table. `pages`: the pages that Postgres read for a payment. */
export function minuteTable({ clients, minutes }) {
  const rows = minutes.map((minute, index) => [
    String(index + 1),
    ...stretchRow(minute),
    ...[minute.rows.outbox, minute.rows.inbox].map(String),
    String(minute.pay.failed),
  ]);
  const [first, last] = [minutes[0], minutes.at(-1)].map(({ cpuMs }) => cpuMs.postgres);
  return [
    `Payments per minute from the first one on, ${clients} at a time. Times in ms, use per payment, rows in all schemas.`,
    ...table(['minute', ...stretchHead, 'outbox', 'inbox', 'failed'], rows),
    '',
    `Postgres takes ${two(first / last)} times as much in the first minute as in the last.`,
  ];
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** The windows of nineteen merchants beside an account that is answered, and beside a frozen one. */
export function frozenTable({ clients, quiet, beside }) {
  const row = (name, windows) => [
    name,
    ...['perSecond', 'p50', 'p95', 'p99'].map((figure) => one(median(windows.map((window) => window[figure])))),
    String(windows.reduce((sum, { failed }) => sum + failed, 0)),
  ];
  const [before, after] = [quiet, beside].map((windows) => median(windows.map(({ p99 }) => p99)));
  return [
    `Payments of nineteen merchants, ${clients} at a time; medians of ${quiet.length} windows, times in ms.`,
    ...table(
      ['the twentieth', 'payments/s', 'p50', 'p95', 'p99', 'failed'],
      [row('is answered', quiet), row('is frozen', beside)],
    ),
    '',
    `A frozen account delays the others by ${one(after - before)} ms at the 99th percentile.`,
  ];
}

const largest = (rows) => rows.filter(({ kb }) => Math.abs(kb) >= 0.005).sort((one, other) => other.kb - one.kb);
const sumOf = (rows) => rows.reduce((sum, { kb }) => sum + kb, 0);

const retentionNote = (minutes) =>
  minutes === 0 ? '' : ` Internal topics are retained for ${minutes} min, public ones as always.`;

const headAndRows = ([head, ...rows]) => [head, rows];

/** The growth of tables and topics by a payment, and their sizes on the way. `pointRows`: of disk-points.ts, `retainedRows`: of row-retention.ts. */
export const diskTables =
  ({ pointRows, retainedRows }) =>
  ({ payments, retentionMinutes, rowMinutes, pay, points, tables, topics }) => {
    const [head, ...sizes] = pointRows(points);
    const sumsOf = ['public', 'internal', 'broker'].map((one) => [
      ...['all', one],
      two(sumOf(topics.filter(({ visibility }) => visibility === one))),
    ]);
    return [
      `${payments} payments at ${one(pay.perSecond)} a second.${retentionNote(retentionMinutes)}`,
      '',
      'MB during the run: tables with their indexes as autovacuum left them, topics with deleted segments that are still on disk.',
      ...table(head, sizes),
      '',
      ...(rowMinutes > 0
        ? [
            `Rows / MB at each quarter. Rows that are deleted by age are stored for ${rowMinutes} min.`,
            ...table(...headAndRows(retainedRows(points, rowMinutes))),
            '',
          ]
        : []),
      'KB of 1,024 bytes a payment at the end, tables after VACUUM.',
      ...table(
        ['table', 'rows', 'rows KB', 'index KB', 'KB'],
        [
          ...largest(tables).map(({ name, rows, tableKb, indexKb, kb }) => [
            name,
            ...[rows, tableKb, indexKb, kb].map(two),
          ]),
          ['all tables', '', '', '', two(sumOf(tables))],
        ],
      ),
      '',
      ...table(
        ['topic', 'visibility', 'KB'],
        [...largest(topics).map(({ name, visibility, kb }) => [name, visibility, two(kb)]), ...sumsOf],
      ),
    ];
  };

/** The floor measurement as a table. */
export const floorTable = ({ cells }) => [
  'The minimum on this machine without our code: five messages, four commits, one call. Times in ms, CPU per payment.',
  ...table(
    ['clients', 'a second', 'p50', 'p95', 'CPU ms', ...names(cells)],
    cells.map(({ clients, load, cpuMs, cpuMsTotal }) => [
      String(clients),
      ...[load.perSecond, load.p50, load.p95].map(one),
      ...[cpuMsTotal, ...Object.values(cpuMs)].map(two),
    ]),
  ),
];

/** The time of a decision as a table. */
export const routingTable = (times) => [
  'One decision of which only the last rule fires, with 20 accounts. Medians in µs; bytes allocated by a decision.',
  ...table(
    ['rules', 'compiled', 'interpreted', 'times', 'compiled bytes', 'interpreted bytes'],
    times.map(({ rules, compiledUs, interpretedUs, compiledBytes, interpretedBytes }) => [
      String(rules),
      ...[compiledUs, interpretedUs].map(two),
      one(interpretedUs / compiledUs),
      ...[compiledBytes, interpretedBytes].map((bytes) => bytes.toFixed(0)),
    ]),
  ),
];

/** The result of a bench as tables. */
export function benchTables({ first, cells, memoryMiB }) {
  const who = ({ connector, clients, processorMs }) => [connector, String(clients), String(processorMs)];
  const speeds = cells.map((cell) => [
    ...who(cell),
    ...[cell.pay.perSecond, cell.pay.p50, cell.pay.p95, cell.pay.p99].map(one),
    ...[cell.atProcessorMs, cell.pay.p50 - cell.atProcessorMs].map(one),
    ...[cell.retrieve.perSecond, cell.retrieve.p50, cell.retrieve.p95, cell.retrieve.p99].map(one),
    ...[cell.listing.perSecond, cell.listing.p50, cell.listing.p95, cell.listing.p99].map(one),
    ...[cell.cpuMsTotal, cell.commits, cell.queries].map(two),
    String(cell.pay.failed + cell.retrieve.failed + cell.listing.failed),
  ]);
  const rates = ['payments', 'retrieves', 'lists'].map((kind) => [`${kind}/s`, 'p50', 'p95', 'p99']);
  const head = [...cellNames, ...rates[0], 'there', 'added', ...rates[1], ...rates[2]];
  const customerKinds = ['createCustomer', 'retrieveCustomer', 'paySaved'];
  const customers = cells.map((cell) => [
    ...who(cell),
    ...customerKinds.flatMap((kind) => [cell[kind].perSecond, cell[kind].p50, cell[kind].p95, cell[kind].p99].map(one)),
    String(customerKinds.reduce((sum, kind) => sum + cell[kind].failed, 0)),
  ]);
  const customerRates = ['creates', 'retrieves', 'payments'].flatMap((kind) => [`${kind}/s`, 'p50', 'p95', 'p99']);
  const refunds = cells.map((cell) => [
    ...who(cell),
    ...[cell.refund.perSecond, cell.refund.p50, cell.refund.p95, cell.refund.p99].map(one),
    two(cell.refund.perSecond / cell.pay.perSecond),
    ...[cell.refund.cpuMsTotal, cell.refund.cpuMsTotal / cell.cpuMsTotal].map(two),
    ...[cell.refund.commits, cell.refund.queries].map(two),
    String(cell.refund.failed),
  ]);
  const use = cells.map((cell) => [...who(cell), ...names(cells).map((name) => two(cell.cpuMs[name]))]);
  const memory = Object.entries(memoryMiB).map(([name, mib]) => [name, mib.toFixed(0)]);
  const total = Object.values(memoryMiB).reduce((sum, mib) => sum + mib, 0);
  return [
    `The first payments on this system, ${first.clients} at a time, without warm-up. Times in ms, use per payment.`,
    ...table(['connector', ...stretchHead], [[first.connector, ...stretchRow(first)]]),
    '',
    'Create and confirm in one request; retrieve; list payment methods as a checkout does. Times in ms, use per payment.',
    '  there: time at the processor, over all calls of a payment; added: p50 without this time',
    ...table([...head, 'CPU ms', 'commits', 'queries', 'failed'], speeds),
    '',
    'Create a customer; retrieve one; pay with the saved card of one. Times in ms.',
    ...table([...cellNames, ...customerRates, 'failed'], customers),
    '',
    'Refunds of the payments just made, at once. Times in ms.',
    ...table(
      [
        ...cellNames,
        'refunds/s',
        'p50',
        'p95',
        'p99',
        'x payments',
        'CPU ms',
        'x payments',
        'commits',
        'queries',
        'failed',
      ],
      refunds,
    ),
    '',
    'CPU ms per refund by process',
    ...table(
      [...cellNames, ...names(cells)],
      cells.map((cell) => [...who(cell), ...names(cells).map((name) => two(cell.refund.cpuMs[name]))]),
    ),
    '',
    'CPU ms per payment by process (postgres with its sessions; load is this tool)',
    ...table([...cellNames, ...names(cells)], use),
    '',
    'Memory (proportional set size, MiB)',
    ...table(['process', 'MiB'], [...memory, ['total', total.toFixed(0)]]),
  ];
}

/** The comparison of two systems as a table. */
/** The kinds of requests beside each other. */
export function kindsTable({ cells }) {
  const payment = (clients) => cells.find((cell) => cell.kind === 'pay' && cell.clients === clients);
  const rows = cells.map((cell) => {
    const { kind, clients, perSecond, p50, p99, cpuMs, failed } = cell;
    const pay = payment(clients);
    return [
      ...[kind, String(clients), one(perSecond), two(perSecond / pay.perSecond), one(p50), one(p99)],
      ...[two(cpuMs.total), two(cpuMs.total / pay.cpuMs.total), String(failed)],
    ];
  });
  return [
    'One system, its kinds of requests in turn: medians of the windows. Times and CPU in ms.',
    ...table(['what', 'clients', 'a second', 'x pay', 'p50', 'p99', 'CPU', 'x pay', 'failed'], rows),
    '',
    'CPU ms per request by process',
    ...table(
      ['what', 'clients', ...names(cells)],
      cells.map(({ kind, clients, cpuMs }) => [kind, String(clients), ...names(cells).map((name) => two(cpuMs[name]))]),
    ),
  ];
}

export function pairTable({ cells }) {
  const rows = cells.flatMap(({ kind, clients, figures }) =>
    figures.map(({ name, theirs, ours, ratio, error, median, medians }) => [
      ...[kind, String(clients), name],
      ...[theirs, ours, ratio].map(two),
      `${(100 * error).toFixed(1)} %`,
      two(median),
      medians.map(two).join(' '),
    ]),
  );
  return [
    'Our system and the other one, in turn on one machine: medians of the windows, the mean ratio of their pairs, and the median of each start.',
    ...table(['what', 'clients', 'figure', 'theirs', 'ours', 'ours / theirs', '+-', 'median', 'of each start'], rows),
    `${cells.reduce((sum, { failed }) => sum + failed, 0)} failed.`,
  ];
}
