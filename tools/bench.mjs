import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/say.mjs';

const usage = `npm run bench [-- --connectors stripe_test,stripe] [--clients 1,16,64] [--latencies 0,100] [--seconds 8] [--first 60] [--json]
       npm run bench -- --minutes 10 --clients 16
       npm run bench -- --beside ../other-checkout [--clients 1,16,64] [--rounds 12]
  Loads the running system (npm start), or one of its own that is stopped and removed afterwards. The first seconds are
  printed apart. With --minutes: minute after minute from the first payment on, without a warm-up, at one number of clients.
  With --beside: starts this checkout and another one, loads them in turn, and prints ours as a multiple of theirs.
`;

const numbers = (name, text) => {
  const list = text.split(',').map(Number);
  if (list.every((one) => Number.isInteger(one) && one >= 0)) return list;
  throw new Problem(`--${name} is ${text}`, `--${name} takes whole numbers with commas between`);
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
      beside: { type: 'string' },
      rounds: { type: 'string', default: '12' },
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
    rounds: numbers('rounds', values.rounds)[0],
    progress,
  };
  await bootstrap(progress);
  const [
    { ownSystem, withSystem },
    { runBench },
    { runMinutes },
    { runPair },
    { benchTables, minuteTable, pairTable },
  ] = await Promise.all([
    import('./lib/borrowed-system.mjs'),
    import('./lib/bench-run.mjs'),
    import('./lib/bench-minutes.mjs'),
    import('./lib/bench-pair.mjs'),
    import('./lib/tables.mjs'),
  ]);
  const pair = () =>
    ownSystem(progress, { checkout: path.resolve(values.beside) }, (theirs) =>
      ownSystem(progress, {}, (ours) => runPair({ ours, theirs }, options)),
    );
  const [run, tables] = options.minutes > 0 ? [runMinutes, minuteTable] : [runBench, benchTables];
  const result = values.beside ? await pair() : await withSystem(progress, (system) => run(system, options));
  if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else process.stdout.write(`\n${(values.beside ? pairTable : tables)(result).join('\n')}\n`);
}

main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});
