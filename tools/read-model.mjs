// Builds a table of public objects in a database of your own, as a subscriber of the public topics, and keeps it up to date.
import { readFileSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';
import { Problem } from './lib/problem.mjs';

const command = {
  name: 'npm run read-model',
  usage: ['npm run read-model -- <object,…> --database <url> [--schema <name>] [--from <where>] [--once] [--json]'],
  about: `
Reads the public topics with a subscriber's user: KAFKA_BROKERS, KAFKA_USER, KAFKA_PASSWORD, and KAFKA_CA_FILE for a listener with
TLS. Writes a table for each object: key, version, type of the last event, state. A version that is not newer changes nothing.
The positions are stored with the rows, so a command that was ended goes on where it was. docs/subscribe.md has the recipe.`,
  operands: { '<object,…>': 'payments, refunds, disputes, payouts, customers, payment_methods, mandates, relays' },
  options: {
    database: { takes: '<url>', about: 'the PostgreSQL database for the tables' },
    schema: { takes: '<name>', default: 'read_model', about: 'their schema, which is created' },
    from: {
      takes: '<where>',
      default: 'snapshots',
      about: 'snapshots: every object, then its changes; beginning: the events of the last 7 days, then what follows',
    },
    group: { takes: '<name>', about: 'the consumer group (<KAFKA_USER>.<schema>)' },
    once: { about: 'ends when it has read what was there at the start; else it follows until Ctrl-C' },
    json: { about: 'prints JSON' },
  },
};

const required = (name) => {
  const value = process.env[name];
  if (!value) throw new Problem(`${name} is not set`, 'npm run subscribers -- add prints it; docs/subscribe.md');
  return value;
};

function accessOf() {
  const { KAFKA_CA_FILE: caFile } = process.env;
  const username = required('KAFKA_USER');
  return {
    brokers: required('KAFKA_BROKERS').split(','),
    ...(caFile && { ssl: { ca: [readFileSync(caFile)] } }),
    sasl: { mechanism: 'scram-sha-512', username, password: required('KAFKA_PASSWORD') },
  };
}

await runCommand(command, async ({ values, operands }) => {
  const { database, schema, from, once = false, json = false } = values;
  const named = [...new Set((operands[0] ?? '').split(',').filter(Boolean))];
  if (named.length === 0) throw new UsageProblem('no object is named');
  if (!database) throw new UsageProblem('--database is required');
  if (!['snapshots', 'beginning'].includes(from)) throw new UsageProblem(`--from ${from}: snapshots or beginning`);
  await bootstrap(newProgress({ json: true }));
  const { buildReadModel, publicObjects, ReadModel } = await import('./lib/read-model.mjs');
  const unknown = named.filter((one) => !publicObjects.includes(one));
  if (unknown.length > 0) throw new UsageProblem(`no such object: ${unknown.join(', ')}`);
  const kafka = accessOf();
  const model = new ReadModel(database, schema, named);
  await model.open().catch((error) => {
    throw new Problem(`the database cannot be used: ${error.message}`, '--database with the right to create a schema');
  });
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ended.abort());
  let wasUnread = Infinity;
  const onProgress = ({ unread }) => {
    if (!json && unread < wasUnread)
      process.stderr.write(unread > 0 ? `${unread} partitions to read\n` : 'complete; every change follows\n');
    wasUnread = Math.min(wasUnread, unread);
  };
  try {
    const groupId = values.group ?? `${kafka.sasl.username}.${schema}`;
    const counts = await buildReadModel({
      kafka,
      groupId,
      model,
      from,
      isOnce: once,
      signal: ended.signal,
      onProgress,
    });
    const lines = Object.entries(counts).map(([object, count]) => `${object}   ${count}`);
    process.stdout.write(`${json ? JSON.stringify(counts) : lines.join('\n')}\n`);
  } finally {
    await model.close();
  }
});
