import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { loadTypescript } from './lib/bundle.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `npm run route -- simulate --algorithm FILE [--against FILE] --payments CSV|--generate 100000 [--accounts FILE] [--json] [--html FILE]
  Decides payments that were not made, with the code of the service: share per account, expected approval and cost, and what
  changes between two algorithms. Every account is taken to be eligible.
  --algorithm  an algorithm as POST /routing takes it; --against: the one that it replaces
  --payments   a CSV file with payment_id, amount (minor units), currency and the keys that rules compare
  --generate   makes payments instead, by --seed (1)
  --accounts   approval rate and fees of each account
  --show       how many changed payments are named (10)
npm run route -- replay --payment ID [--url http://localhost:8080] [--json]
  Decides a payment again from its recorded decision, and compares. Reads the API key from PAYORCH_API_KEY.
Exit codes: 0 done, and a replay gives the recorded decision; 1 wrong arguments, files or answers; 2 a replay differs.
`;

const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
const options = {
  simulate: {
    algorithm: text,
    against: text,
    payments: text,
    generate: text,
    seed: { ...text, default: '1' },
    accounts: text,
    show: { ...text, default: '10' },
    json: flag,
    html: text,
  },
  replay: { payment: text, url: { ...text, default: 'http://localhost:8080' }, json: flag },
};

/** Of a number of payments and of a seed. */
const most = 10_000_000;

function count(name, value) {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= most) return number;
  throw new Problem(`--${name} is ${value}`, `--${name} takes a whole number from 0 to ${most}`);
}

function simulateOptions({ generate, seed, show, ...values }) {
  if (!values.algorithm) throw new Problem('--algorithm is missing', usage.trim());
  if ((values.payments === undefined) === (generate === undefined))
    throw new Problem('the payments are missing', 'name either --payments CSV or --generate 100000');
  return { ...values, generate: count('generate', generate), seed: count('seed', seed), show: count('show', show) };
}

function replayOptions(values) {
  const apiKey = process.env.PAYORCH_API_KEY;
  if (!values.payment) throw new Problem('--payment is missing', usage.trim());
  if (!apiKey) throw new Problem('PAYORCH_API_KEY is missing', 'export PAYORCH_API_KEY=<an API key of the merchant>');
  return { ...values, apiKey };
}

function parsed(command, args) {
  try {
    return parseArgs({ args, options: { ...options[command], help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    throw new Problem(error.message, usage.trim());
  }
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  if (!command || command === '--help' || command === '-h') return void process.stdout.write(usage);
  if (!(command in options)) throw new Problem(`there is no command ${command}`, usage.trim());
  const { help, ...values } = parsed(command, args);
  if (help) return void process.stdout.write(usage);
  const ready = command === 'simulate' ? simulateOptions(values) : replayOptions(values);
  await bootstrap(newProgress({ json: true }));
  const commands = await loadTypescript('tools/route/index.ts');
  const output = { out: process.stdout, err: process.stderr };
  try {
    const isSame = await commands[command](ready, output);
    if (isSame === false) process.exitCode = 2;
  } catch (error) {
    if (!(error instanceof commands.CommandError)) throw error;
    throw new Problem(error.problems.join('\n       '));
  }
}

main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});
