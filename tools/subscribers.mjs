// Lets other teams read the public topics: a user at the broker for each subscriber, with rights of its own.
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `usage: npm run subscribers -- list [--json]
       npm run subscribers -- add <name> --topics <topic,…> [--groups <prefix,…>] [--json]
       npm run subscribers -- rotate <name> [--json]
       npm run subscribers -- remove <name>

  list     prints who subscribes: topics, group prefixes, groups with their members and lag
  add      makes a broker user that may read these public topics, in consumer groups whose names begin with one of the
           prefixes (default <name>.), and prints its password once; for an existing subscriber it replaces topics
           and prefixes, and the password stays
  rotate   gives a new password and prints it once; connections that are open stay until they authenticate again:
           within an hour at the brokers of npm start and docker compose, else as connections.max.reauth.ms says
  remove   deletes the user and its rights

The broker is that of the running system of this checkout, or KAFKA_BROKERS with the settings of an operator: KAFKA_TLS, KAFKA_CA,
KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD. docs/subscribe.md says what a subscriber does next.
`;

/** Wrong use of the command: the exit code is 2. */
class UsageProblem extends Problem {
  constructor(message) {
    super(message, usage.trim());
  }
}

const listOf = (text = '') => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

const takes = { list: [], add: ['topics', 'groups'], rotate: [], remove: [] };

function requestFrom(args) {
  const options = Object.fromEntries(['topics', 'groups'].map((name) => [name, { type: 'string' }]));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const [command, name, ...more] = positionals;
  if (values.help) return { command: 'help' };
  if (!Object.hasOwn(takes, command ?? ''))
    throw new UsageProblem(command ? `there is no command ${command}` : 'no command is named');
  if (command === 'list' ? name : !name || more.length > 0)
    throw new UsageProblem(`${command} takes ${command === 'list' ? 'no name' : 'one name'}`);
  const stray = ['topics', 'groups'].find((option) => values[option] !== undefined && !takes[command].includes(option));
  if (stray) throw new UsageProblem(`${command} takes no --${stray}`);
  const groupPrefixes = values.groups === undefined ? [`${name}.`] : listOf(values.groups);
  return { command, name, topics: listOf(values.topics), groupPrefixes, json: values.json };
}

async function main(args) {
  const { command, ...request } = requestFrom(args);
  if (command === 'help') return void process.stdout.write(usage);
  await bootstrap(newProgress({ json: true }));
  const { subscribersCommand } = await import('./lib/subscribers-command.mjs');
  await subscribersCommand(command, request);
}

await main(process.argv.slice(2)).catch((error) => {
  const isWrongUse = error instanceof UsageProblem || String(error.code).startsWith('ERR_PARSE_ARGS');
  reportProblem(isWrongUse ? new Problem(error.message, usage.trim()) : error);
  process.exitCode = isWrongUse ? 2 : 1;
});
