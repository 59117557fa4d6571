// Lets other teams read the public topics: a user at the broker for each subscriber, with rights of its own.
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run subscribers',
  usage: [
    'npm run subscribers -- list [--json]',
    'npm run subscribers -- add <name> --topics <topic,…> [--groups <prefix,…>] [--json]',
    'npm run subscribers -- rotate <name> [--json]',
    'npm run subscribers -- remove <name>',
  ],
  about: `
The broker is that of the running system of this checkout, or KAFKA_BROKERS with the settings of an operator: KAFKA_TLS, KAFKA_CA,
KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD. Open connections stay after rotate until they authenticate again:
within an hour at the brokers of npm start and docker compose, else as connections.max.reauth.ms says. docs/subscribe.md says what
a subscriber does next.`,
  operands: {
    list: 'who subscribes: topics, group prefixes, groups with their members and lag',
    'add <name>':
      'makes a broker user with these rights, and prints its password once; of a present one it replaces the rights',
    'rotate <name>': 'gives a new password and prints it once',
    'remove <name>': 'deletes the user and its rights',
  },
  most: 2,
  options: {
    topics: { takes: '<topic,…>', about: 'with add: the public topics that it may read' },
    groups: { takes: '<prefix,…>', about: 'with add: how the names of its consumer groups begin (<name>.)' },
    json: { about: 'prints JSON' },
  },
};

const listOf = (text = '') => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

const takes = { list: [], add: ['topics', 'groups'], rotate: [], remove: [] };

function requestFrom({ values, operands: [verb, name] }) {
  if (!Object.hasOwn(takes, verb ?? ''))
    throw new UsageProblem(verb ? `there is no command ${verb}` : 'no command is named');
  if ((verb === 'list') !== (name === undefined))
    throw new UsageProblem(`${verb} takes ${verb === 'list' ? 'no name' : 'one name'}`);
  const stray = ['topics', 'groups'].find((option) => values[option] !== undefined && !takes[verb].includes(option));
  if (stray) throw new UsageProblem(`${verb} takes no --${stray}`);
  const groupPrefixes = values.groups === undefined ? [`${name}.`] : listOf(values.groups);
  return { verb, name, topics: listOf(values.topics), groupPrefixes, json: values.json };
}

await runCommand(command, async (line) => {
  const { verb, ...request } = requestFrom(line);
  await bootstrap(newProgress({ json: true }));
  const { subscribersCommand } = await import('./lib/subscribers-command.mjs');
  await subscribersCommand(verb, request);
});
