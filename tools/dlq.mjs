// Dead letters: what no service could handle, by cause; publishes it again once the cause is corrected, or records that it is dropped.
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const selection = '[--topic <topic>] [--cause <text>] [--key <key>] [--since <time>]';
const command = {
  name: 'npm run dlq',
  usage: [
    `npm run dlq -- list ${selection} [--each] [--all] [--json]`,
    'npm run dlq -- show <id> [--json]',
    `npm run dlq -- replay (<id> … | ${selection} | --all) [--by <name>] [--dry-run] [--again] [--json]`,
    `npm run dlq -- drop (<id> … | ${selection} | --all) --reason <text> [--by <name>] [--dry-run] [--json]`,
  ],
  about: `
A dead letter is a message that its service could not handle, so one change did not happen. Its id is its offset on the topic
dead_letters. The broker is that of the running system of this checkout, or KAFKA_BROKERS with the settings of an operator: KAFKA_TLS,
KAFKA_CA, KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD. replay and drop may be ended at any point and run again. No
command prints a card, a secret or a text that a person wrote.`,
  operands: {
    list: 'open dead letters in groups: topic of origin, type, cause, number, keys, times',
    'show <id>': 'one dead letter: headers, cause, key, and its body without texts that a person wrote',
    'replay …': 'publishes messages again on their topics of origin, with their keys and headers, in their order',
    'drop …': 'records that messages are not needed; nothing publishes them again',
  },
  most: Infinity,
  options: {
    topic: { takes: '<topic>', about: 'those of this topic of origin' },
    cause: { takes: '<text>', about: 'those whose cause has this text' },
    key: { takes: '<key>', about: 'those with this key, such as merchant/payment' },
    since: { takes: '<time>', about: 'those since then: ISO 8601, or an age such as 30m, 12h, 2d' },
    all: { about: 'replay, drop: every open one; list: with those that are replayed or dropped' },
    each: { about: 'list: each one instead of groups' },
    reason: { takes: '<text>', about: 'drop: why they are not needed' },
    by: { takes: '<name>', about: 'the person (your login name)' },
    'dry-run': { about: 'says what would be done, and does nothing' },
    again: { about: 'replays too what an interrupted replay may have sent more than three days ago' },
    json: { about: 'prints JSON' },
  },
};

const ofSelection = ['topic', 'cause', 'key', 'since'];
const takes = {
  list: [...ofSelection, 'all', 'each'],
  show: [],
  replay: [...ofSelection, 'all', 'by', 'dry-run', 'again'],
  drop: [...ofSelection, 'all', 'by', 'dry-run', 'reason'],
};

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
function sinceOf(text) {
  if (text === undefined) return undefined;
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const since = number ? new Date(Date.now() - Number(number) * units[unit]) : new Date(text);
  if (Number.isNaN(since.getTime())) throw new UsageProblem(`--since ${text} is no time`);
  return since;
}

function requestFrom({ values, operands: [verb, ...ids] }) {
  if (!Object.hasOwn(takes, verb ?? ''))
    throw new UsageProblem(verb ? `there is no command ${verb}` : 'no command is named');
  const given = Object.keys(values).filter((name) => values[name] !== false && values[name] !== undefined);
  const stray = given.find((name) => name !== 'json' && !takes[verb].includes(name));
  if (stray) throw new UsageProblem(`${verb} takes no --${stray}`);
  const wrong = ids.find((id) => !/^\d{1,19}$/.test(id));
  if (wrong) throw new UsageProblem(`${wrong} is no id of a dead letter`);
  if (verb === 'list' && ids.length > 0) throw new UsageProblem(`${ids[0]} is an argument too many`);
  if (verb === 'show' && ids.length !== 1) throw new UsageProblem('show takes one id');
  const isSelecting = ofSelection.some((name) => values[name] !== undefined);
  if (['replay', 'drop'].includes(verb)) {
    if (ids.length + Number(isSelecting) + Number(values.all ?? false) === 0)
      throw new UsageProblem(`${verb} needs ids, a selection or --all`);
    if (values.all && (isSelecting || ids.length > 0)) throw new UsageProblem('--all takes no selection beside it');
  }
  if (verb === 'drop' && !values.reason) throw new UsageProblem('--reason is missing');
  const { topic, cause, key, since } = values;
  const selection = { topic, cause, key, since: sinceOf(since), ...(ids.length > 0 && { offsets: ids }) };
  return { verb, selection, values };
}

await runCommand(command, async (line) => {
  const { verb, selection, values } = requestFrom(line);
  await bootstrap(newProgress({ json: true }));
  const { dlqCommand } = await import('./lib/dlq-command.mjs');
  return dlqCommand(verb, selection, values);
});
