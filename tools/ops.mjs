// What an operator reads at night: what waits for an outcome, incidents, the way of one payment, and the lag of consumer groups.
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `usage: npm run ops -- stuck [--min-age 30] [--limit 50] [--offset 0]
       npm run ops -- incidents [--all] [--limit 50] [--offset 0]
       npm run ops -- incidents resolve <incident-id> --reason <text> [--by <name>]
       npm run ops -- payment <payment-id> [--merchant <id>] [--no-messages]
       npm run ops -- lag
       npm run ops -- lanes
       npm run ops -- create-lane <name>

Reads the running system with the admin key. ADMIN_API_KEY is its key, PAYORCH_DATA the data folder of a system that does not use
.payorch, KAFKA_BROKERS the broker of a system elsewhere (with --url).

arguments:
  stuck        payments, refunds and relays without an outcome, the oldest first: connector, age, what they wait for
  incidents    what needs a person, with its history; resolve records who has dealt with one, and why
  payment      one payment through all services, in the order of time, with its messages on the broker
  lag          consumer groups with their members and unread messages, and dead letters
  lanes        the lanes of commands to workers, with their workers and what waits in them
  create-lane  makes a lane; the config connector_lane_<connector or connector account> then names it

options:
  --min-age <seconds>   leaves out what is younger (30)
  --limit <number>      the size of a page, at most 100 (50)
  --offset <number>     how many rows the page leaves out, at most 5000 (0)
  --all                 lists resolved incidents too
  --reason <text>       what was done about the incident
  --by <name>           the person who resolves it (your login name)
  --merchant <id>       the merchant of the payment, where several have this id
  --no-messages         does not read the broker
  --url <url>           the address of the gateway (that of the running system)
  --json                prints JSON
  -h, --help            prints this text

exit codes: 0 done; 1 failed; 2 wrong arguments
`;

const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
const options = {
  'min-age': text,
  limit: text,
  offset: text,
  all: flag,
  reason: text,
  by: text,
  merchant: text,
  'no-messages': flag,
  url: text,
  json: flag,
  help: { ...flag, short: 'h' },
};
/** The options of each command, beside --url and --json. */
const optionsOf = {
  stuck: ['min-age', 'limit', 'offset'],
  incidents: ['all', 'limit', 'offset'],
  resolve: ['reason', 'by'],
  payment: ['merchant', 'no-messages'],
  lag: [],
  lanes: [],
  'create-lane': [],
};

const [anId, aLane] = ['an id', 'the name of a lane'];
const operandOf = { resolve: anId, payment: anId, 'create-lane': aLane };

/** A command line that the command does not take. */
class UsageProblem extends Problem {
  constructor(message) {
    super(message, 'npm run ops -- --help');
  }
}

/** The command with its operand: `resolve` is written behind `incidents`. */
function commandOf([name, ...operands]) {
  const isResolution = name === 'incidents' && operands[0] === 'resolve';
  const [command, rest] = isResolution ? ['resolve', operands.slice(1)] : [name, operands];
  if (!Object.hasOwn(optionsOf, command ?? '') || (name === 'resolve' && !isResolution))
    throw new UsageProblem(`cannot do ${[name, ...operands].filter(Boolean).join(' ') || 'nothing'}`);
  const needed = Number(command in operandOf);
  if (rest.length !== needed)
    throw new UsageProblem(
      needed === 1 && rest.length === 0
        ? `${command} needs ${operandOf[command]}`
        : `${rest.at(-1)} is an argument too many`,
    );
  return { command, id: rest[0] };
}

function parsed(args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageProblem(error.message.split('. ')[0]);
  }
}

async function main() {
  const { values, positionals } = parsed(process.argv.slice(2));
  if (values.help) return void process.stdout.write(usage);
  const { command, id } = commandOf(positionals);
  const given = Object.keys(values).filter((name) => values[name] !== false && !['url', 'json'].includes(name));
  const stray = given.find((name) => !optionsOf[command].includes(name));
  if (stray) throw new UsageProblem(`${command} takes no --${stray}`);
  if (command === 'resolve' && !values.reason) throw new UsageProblem('--reason is missing');
  await bootstrap(newProgress({ json: true }));
  const { opsCommands } = await import('./lib/ops-commands.mjs');
  await (await opsCommands(values))[command](values, id);
}

await main().catch((error) => {
  reportProblem(error);
  process.exitCode = error instanceof UsageProblem ? 2 : 1;
});
