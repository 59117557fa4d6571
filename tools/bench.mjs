import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `npm run bench [-- --connectors stripe_test,stripe] [--clients 1,16,64] [--latencies 0,100] [--seconds 8] [--first 60] [--json]
       npm run bench -- --minutes 10 --clients 16
       npm run bench -- --disk 200000 --clients 16
       npm run bench -- --beside ../other-checkout [--clients 1,16,64] [--kinds pay,retrieve,…] [--rounds 12] [--starts 5]
       npm run bench -- --floor [--clients 1,16,64] [--seconds 8]
       npm run bench -- --routing
  Loads the running system (npm start), or a temporary system that is removed afterwards. The first seconds are printed
  separately. --minutes: measures each minute from the first payment on, without a warm-up, with one number of clients.
  --disk: makes this many payments, each with an idempotency key and a webhook, and prints the KB that each table and each topic has grown by a payment.
  --beside: starts this checkout and another one, loads them in turn, and prints ours as a multiple of the other. With several
  starts the median and the error are those of the starts, since two starts of one system differ more than two windows.
  --kinds: pay, retrieve and refund unless named; also listing, createCustomer, retrieveCustomer and paySaved, which both
  checkouts must know.
  --floor: measures five messages over the broker, four commits and one call on this machine, without our code.
  --routing: measures the decision of an algorithm with 1, 20, 100 and 1,000 rules and 20 accounts, without a system.
`;

const numbers = (name, text) => {
  const list = text.split(',').map(Number);
  if (list.every((one) => Number.isInteger(one) && one >= 0)) return list;
  throw new Problem(`--${name} is ${text}`, `--${name} takes whole numbers separated by commas`);
};

async function main() {
  const { values } = parseArgs({
    options: {
      connectors: { type: 'string', default: 'stripe_test,stripe' },
      clients: { type: 'string', default: '1,16,64' },
      latencies: { type: 'string', default: '0,100' },
      seconds: { type: 'string', default: '8' },
      first: { type: 'string', default: '60' },
      minutes: { type: 'string', default: '0' },
      disk: { type: 'string', default: '0' },
      beside: { type: 'string' },
      rounds: { type: 'string', default: '12' },
      starts: { type: 'string', default: '1' },
      kinds: { type: 'string' },
      floor: { type: 'boolean', default: false },
      routing: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const progress = newProgress({ json: values.json });
  const options = {
    connectors: values.connectors.split(','),
    clients: numbers('clients', values.clients),
    latencies: numbers('latencies', values.latencies),
    seconds: numbers('seconds', values.seconds)[0],
    firstSeconds: numbers('first', values.first)[0],
    minutes: numbers('minutes', values.minutes)[0],
    payments: numbers('disk', values.disk)[0],
    rounds: numbers('rounds', values.rounds)[0],
    starts: numbers('starts', values.starts)[0],
    progress,
  };
  await bootstrap(progress);
  const [
    { ownSystem, withSystem },
    { runBench },
    { runMinutes },
    { runDisk },
    { defaultPairKinds, pairKinds, runPair },
    { runFloor },
    { benchTables, diskTables, floorTable, minuteTable, pairTable, routingTable },
    { loadTyped },
  ] = await Promise.all([
    import('./lib/borrowed-system.mjs'),
    import('./lib/bench-run.mjs'),
    import('./lib/bench-minutes.mjs'),
    import('./lib/bench-disk.mjs'),
    import('./lib/bench-pair.mjs'),
    import('./lib/bench-floor.mjs'),
    import('./lib/tables.mjs'),
    import('./lib/bundle.mjs'),
  ]);
  async function measured() {
    if (values.routing) return { result: await routing(), lines: routingTable };
    if (values.floor) return { result: await runFloor(options), lines: floorTable };
    if (values.beside) return { result: await pair(), lines: pairTable };
    const [run, lines] =
      options.payments > 0
        ? [runDisk, diskTables]
        : options.minutes > 0
          ? [runMinutes, minuteTable]
          : [runBench, benchTables];
    return { result: await withSystem(progress, (system, layout) => run(system, { ...options, layout })), lines };
  }
  const routing = async () => {
    const { runRoutingBench } = await loadTyped();
    return progress.step('routing', async () => runRoutingBench());
  };
  const pair = () => {
    const kinds = values.kinds?.split(',') ?? defaultPairKinds;
    const unknown = kinds.find((kind) => !pairKinds.includes(kind));
    if (unknown) throw new Problem(`--kinds names ${unknown}`, `--kinds takes ${pairKinds.join(', ')}`);
    const checkouts = { ours: {}, theirs: { checkout: path.resolve(values.beside) } };
    return runPair(
      (second, work) => {
        const first = second === 'ours' ? 'theirs' : 'ours';
        return ownSystem(progress, checkouts[first], (one) =>
          ownSystem(progress, checkouts[second], (other) => work({ [first]: one, [second]: other })),
        );
      },
      { ...options, kinds },
    );
  };
  const { result, lines } = await measured();
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : `\n${lines(result).join('\n')}\n`);
}

main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});
