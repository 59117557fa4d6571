const fixed = (digits) => (value) => (Number.isFinite(value) ? value.toFixed(digits) : '-');
const [whole, one] = [fixed(0), fixed(1)];
const mib = (bytes) => one(bytes / 2 ** 20);

function columns(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map(
    (row) =>
      `    ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`,
  );
}

const processRow = ({ name, memoryMiB, heapMiB, loopP99Ms, loopMaxMs, handles, openFiles }) => [
  name,
  ...[memoryMiB, heapMiB].map(whole),
  ...[loopP99Ms, loopMaxMs].map(one),
  ...[handles, openFiles].map(whole),
];

const processHead = ['process', 'MiB', 'heap MiB', 'loop p99 ms', 'loop max ms', 'handles', 'files'];

/** The latest interval: speed, each process, and each table that is not empty. */
export function minuteLines(samples) {
  const { atMinutes, load, processes, tables } = samples.at(-1);
  const before = new Map((samples.at(-2)?.tables ?? []).map((table) => [table.name, table]));
  const grown = ({ name, bytes }) => mib(bytes - (before.get(name)?.bytes ?? 0));
  return [
    '',
    `  minute ${one(atMinutes)}: ${one(load.perSecond)} payments/s, p50 ${one(load.p50)} ms, p99 ${one(load.p99)} ms, ` +
      `${load.failed} failed, ${load.unsent} not sent, ${load.inFlight} in flight`,
    ...columns(processHead, processes.map(processRow)),
    ...columns(
      ['table', 'rows', 'dead', 'MiB', 'grown MiB'],
      tables
        .filter(({ rows, dead }) => rows + dead > 0)
        .map((table) => [table.name, whole(table.rows), whole(table.dead), mib(table.bytes), grown(table)]),
    ),
  ];
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The first third, without the first sample, against the last third: medians, so that one slow minute has no effect. */
export function trendOf(values) {
  const settled = values.slice(values.length > 3 ? 1 : 0).filter(Number.isFinite);
  const third = Math.max(1, Math.floor(settled.length / 3));
  return { first: median(settled.slice(0, third)), last: median(settled.slice(-third)) };
}

const seriesOf = (samples) => {
  const names = samples.at(-1).processes.map(({ name }) => name);
  const of = (name, field) =>
    samples.map(({ processes }) => processes.find((one) => one.name === name)?.[field] ?? NaN);
  return [
    ['payments/s', samples.map(({ load }) => load.perSecond)],
    ['p50 ms', samples.map(({ load }) => load.p50)],
    ['p99 ms', samples.map(({ load }) => load.p99)],
    ...['memoryMiB', 'loopP99Ms', 'handles', 'openFiles'].flatMap((field) =>
      names.map((name) => [`${name} ${field}`, of(name, field)]).filter(([, values]) => values.some(Number.isFinite)),
    ),
  ];
};

/** The change of each figure from the first third of the run to the last, and the causes of failures. */
export function soakSummary({ samples, causes }) {
  const rows = seriesOf(samples).map(([name, values]) => {
    const { first, last } = trendOf(values);
    return [name, one(first), one(last), `${one((100 * (last - first)) / first)} %`];
  });
  const restarts = new Set(samples.flatMap(({ processes }) => processes.map(({ name, pid }) => `${name} ${pid}`)));
  const processes = samples.at(-1).processes.length;
  return [
    '  From the first third of the run to the last (medians of the samples)',
    ...columns(['figure', 'first', 'last', 'change'], rows),
    '',
    `  restarted processes: ${restarts.size - processes}`,
    ...(causes.length > 0 ? ['  failures:', ...causes.map(([cause, times]) => `    ${times} x ${cause}`)] : []),
  ];
}
