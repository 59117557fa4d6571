import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { Problem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const simulate = {
  name: 'npm run route -- simulate',
  usage: [
    'npm run route -- simulate --algorithm <file> --payments <csv> [<options>]',
    'npm run route -- simulate --algorithm <file> --generate 100000 [<options>]',
  ],
  about: `
Decides payments that were not made, with the code of the service: share per account, expected approval and cost, and what
changes between two algorithms. Every account is taken to be eligible.`,
  options: {
    algorithm: { takes: '<file>', about: 'an algorithm as POST /routing takes it' },
    against: { takes: '<file>', about: 'the algorithm that it replaces' },
    payments: { takes: '<csv>', about: 'payment_id, amount (minor units), currency and the keys that rules compare' },
    generate: { takes: '<number>', about: 'makes payments instead' },
    seed: { takes: '<number>', default: '1', about: 'of the payments that --generate makes' },
    accounts: { takes: '<file>', about: 'approval rate and fees of each account' },
    show: { takes: '<number>', default: '10', about: 'how many changed payments are named' },
    json: { about: 'prints JSON' },
    html: { takes: '<file>', about: 'writes a page, too' },
  },
};
const replay = {
  name: 'npm run route -- replay',
  usage: ['npm run route -- replay --payment <id> [<options>]'],
  about: `
Decides a payment again from its recorded decision, and compares. Reads the API key from PAYORCH_API_KEY.`,
  options: {
    payment: { takes: '<id>', about: 'the payment' },
    url: { takes: '<url>', default: 'http://localhost:8080', about: 'the gateway' },
    json: { about: 'prints JSON' },
  },
  exits: [
    '0 the replay gives the recorded decision',
    '1 wrong files or answers',
    '2 wrong arguments',
    '3 the replay differs',
  ],
};
const overview = {
  name: 'npm run route',
  usage: ['npm run route -- simulate <options>', 'npm run route -- replay <options>'],
  about: 'Decides payments by an algorithm. npm run route -- simulate --help prints the options.',
  operands: {
    simulate: 'payments that were not made: share, expected approval and cost of each account',
    replay: 'a payment again from its recorded decision, compared byte by byte',
  },
  most: Infinity,
};

/** Of a number of payments and of a seed. */
const most = 10_000_000;

function count(name, value) {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= most) return number;
  throw new UsageProblem(`--${name} is ${value}`, `--${name} takes a whole number from 0 to ${most}`);
}

function simulateOptions({ generate, seed, show, ...values }) {
  if (!values.algorithm) throw new UsageProblem('--algorithm is missing');
  if ((values.payments === undefined) === (generate === undefined))
    throw new UsageProblem('the payments are missing', 'name either --payments CSV or --generate 100000');
  return { ...values, generate: count('generate', generate), seed: count('seed', seed), show: count('show', show) };
}

function replayOptions(values) {
  const apiKey = process.env.PAYORCH_API_KEY;
  if (!values.payment) throw new UsageProblem('--payment is missing');
  if (!apiKey) throw new Problem('PAYORCH_API_KEY is missing', 'export PAYORCH_API_KEY=<an API key of the merchant>');
  return { ...values, apiKey };
}

async function decide(command, options) {
  await bootstrap(newProgress({ json: true }));
  const { loadTypescript } = await import('./lib/load-typescript.mjs');
  const commands = await loadTypescript('tools/route/index.ts');
  try {
    const isSame = await commands[command](options, { out: process.stdout, err: process.stderr });
    return isSame === false ? 3 : undefined;
  } catch (error) {
    if (!(error instanceof commands.CommandError)) throw error;
    throw new Problem(error.problems.join('\n       '));
  }
}

const [first, ...rest] = process.argv.slice(2);
if (first === 'simulate') await runCommand(simulate, ({ values }) => decide('simulate', simulateOptions(values)), rest);
else if (first === 'replay') await runCommand(replay, ({ values }) => decide('replay', replayOptions(values)), rest);
else
  await runCommand(overview, ({ operands: [name] }) => {
    throw new UsageProblem(name === undefined ? 'which command?' : `there is no command ${name}`);
  });
