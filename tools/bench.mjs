import path from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run bench',
  usage: [
    'npm run bench [-- <options>]',
    'npm run bench -- --minutes 10 --clients 16',
    'npm run bench -- --disk 200000 --retention 2 --clients 16',
    'npm run bench -- --disk 200000 --rows 2 --clients 16',
    'npm run bench -- --pair main~20 --clients 16,64',
    'npm run bench -- --beside ../other-checkout',
    'npm run bench -- --kinds payout --clients 16',
    'npm run bench -- --frozen --clients 2',
    'npm run bench -- --floor',
    'npm run bench -- --routing',
  ],
  about: `
Loads the running system (npm start), or a temporary system that is removed afterwards. The first seconds are printed
separately. With several starts the median and the error are those of the starts, since two starts of one system differ more
than two windows.`,
  options: {
    connectors: { takes: '<names>', default: 'stripe_test,stripe', about: 'the connectors that are measured' },
    clients: { takes: '<numbers>', default: '1,16,64', about: 'numbers of clients' },
    latencies: { takes: '<numbers>', default: '0,100', about: 'latencies of the processor, in ms' },
    seconds: { takes: '<number>', default: '8', about: 'the length of one window' },
    first: { takes: '<number>', default: '60', about: 'the length of the first window' },
    minutes: {
      takes: '<number>',
      default: '0',
      about: 'measures each minute from the first payment on, without a warm-up',
    },
    disk: {
      takes: '<payments>',
      default: '0',
      about:
        'makes this many payments, each with an idempotency key and a webhook; MB at eight points, KB a payment by table and topic',
    },
    retention: {
      takes: '<minutes>',
      default: '0',
      about: 'with --disk: a temporary system, whose internal topics are retained for this long; public ones as always',
    },
    rows: {
      takes: '<minutes>',
      default: '0',
      about:
        'with --disk: a temporary system that stores rows which are deleted by age for this long; rows and MB at each quarter',
    },
    pair: {
      takes: '<revision>',
      about:
        'as --beside, with a temporary checkout of another commit; medians of five pairs unless --rounds says otherwise',
    },
    beside: {
      takes: '<checkout>',
      about: 'loads this checkout and another one in turn; ours as a multiple of the other',
    },
    rounds: {
      takes: '<number>',
      about: 'with --beside (default 12), --pair, --kinds and --frozen (default 5): windows of each kind',
    },
    starts: { takes: '<number>', default: '1', about: 'with --beside: how often both are started' },
    kinds: {
      takes: '<names>',
      about:
        'compares payments and refunds with these kinds on one system: payout, retrieve, listing, createCustomer, retrieveCustomer, paySaved; with --beside: the kinds that are compared',
    },
    frozen: { about: 'measures nineteen merchants while the processor answers a twentieth, and while it does not' },
    floor: { about: 'measures five messages over the broker, four commits and one call, without our code' },
    routing: { about: 'measures the decision of an algorithm with 1, 20, 100 and 1,000 rules and 20 accounts' },
    json: { about: 'prints JSON' },
  },
};

/** The level of a system in use: what a payment's log lines cost is in its figures. */
const env = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' };

const numbers = (name, text) => {
  const list = text.split(',').map(Number);
  if (list.every((one) => Number.isInteger(one) && one >= 0)) return list;
  throw new UsageProblem(`--${name} is ${text}`, `--${name} takes whole numbers separated by commas`);
};

async function main(values) {
  const progress = newProgress({ json: values.json });
  const options = {
    connectors: values.connectors.split(','),
    clients: numbers('clients', values.clients),
    latencies: numbers('latencies', values.latencies),
    seconds: numbers('seconds', values.seconds)[0],
    firstSeconds: numbers('first', values.first)[0],
    minutes: numbers('minutes', values.minutes)[0],
    payments: numbers('disk', values.disk)[0],
    retentionMinutes: numbers('retention', values.retention)[0],
    rowMinutes: numbers('rows', values.rows)[0],
    rounds: numbers('rounds', values.rounds ?? (values.pair || values.frozen || values.kinds ? '5' : '12'))[0],
    starts: numbers('starts', values.starts)[0],
    progress,
  };
  for (const [name, minutes] of [
    ['retention', options.retentionMinutes],
    ['rows', options.rowMinutes],
  ])
    if (minutes > 0 && options.payments === 0)
      throw new UsageProblem(`--${name} stands without --disk`, `--${name} is for --disk <payments>`);
  await bootstrap(progress);
  const [
    { ownSystem, withSystem },
    { runBench },
    { runMinutes },
    { runDisk },
    { defaultPairKinds, pairKinds, runPair },
    { runFloor },
    { runFrozen },
    { runKinds },
    { benchTables, diskTables, floorTable, frozenTable, kindsTable, minuteTable, pairTable, routingTable },
    { loadTyped },
    { withRevision },
  ] = await Promise.all([
    import('./lib/borrowed-system.mjs'),
    import('./lib/bench-run.mjs'),
    import('./lib/bench-minutes.mjs'),
    import('./lib/bench-disk.mjs'),
    import('./lib/bench-pair.mjs'),
    import('./lib/bench-floor.mjs'),
    import('./lib/bench-frozen.mjs'),
    import('./lib/bench-kinds.mjs'),
    import('./lib/tables.mjs'),
    import('./lib/load-typescript.mjs'),
    import('./lib/other-revision.mjs'),
  ]);
  function kindsOf() {
    const kinds = values.kinds?.split(',') ?? defaultPairKinds;
    const unknown = kinds.find((kind) => !pairKinds.includes(kind));
    if (unknown) throw new UsageProblem(`--kinds names ${unknown}`, `--kinds takes ${pairKinds.join(', ')}`);
    return kinds;
  }
  async function measured() {
    if (values.routing) return { result: await routing(), lines: routingTable };
    if (values.floor) return { result: await runFloor(options), lines: floorTable };
    if (values.pair) return { result: await withRevision(progress, values.pair, pair), lines: pairTable };
    if (values.beside) return { result: await pair(path.resolve(values.beside)), lines: pairTable };
    const kinds = [
      [values.frozen, runFrozen, frozenTable],
      [values.kinds, (system, given) => runKinds(system, { ...given, kinds: kindsOf() }), kindsTable],
      [options.payments > 0, runDisk, diskTables(await loadTyped())],
      [options.minutes > 0, runMinutes, minuteTable],
      [true, runBench, benchTables],
    ];
    const [, run, lines] = kinds.find(([isChosen]) => isChosen);
    const work = (system, layout) => run(system, { ...options, layout });
    // The retention of a running system is its operator's.
    const result =
      options.retentionMinutes + options.rowMinutes > 0
        ? await ownSystem(progress, { env: await diskEnv() }, work)
        : await withSystem(progress, work, { env });
    return { result, lines };
  }
  const diskEnv = async () =>
    options.rowMinutes > 0 ? { ...env, ...(await loadTyped()).shortRowRetention(options.rowMinutes) } : env;
  const routing = async () => {
    const { runRoutingBench } = await loadTyped();
    return progress.step('routing', async () => runRoutingBench());
  };
  const pair = (checkout) => {
    const checkouts = { ours: { env }, theirs: { env, checkout } };
    return runPair(
      (second, work) => {
        const first = second === 'ours' ? 'theirs' : 'ours';
        return ownSystem(progress, checkouts[first], (one) =>
          ownSystem(progress, checkouts[second], (other) => work({ [first]: one, [second]: other })),
        );
      },
      { ...options, kinds: kindsOf() },
    );
  };
  const { result, lines } = await measured();
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : `\n${lines(result).join('\n')}\n`);
}

await runCommand(command, ({ values }) => main(values));
