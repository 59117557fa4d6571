import { loadTyped } from './load-typescript.mjs';
import { dataDirFromEnv, layoutOf } from './paths.mjs';
import { Problem } from './problem.mjs';
import { settingsFrom } from './settings.mjs';
import { readState } from './system.mjs';

/** Where an operator reaches the broker, and where subscribers do. */
function addresses() {
  const { kafkaBrokers } = settingsFrom();
  if (kafkaBrokers) return { brokers: kafkaBrokers, forSubscribers: kafkaBrokers };
  const folder = dataDirFromEnv();
  const state = readState(layoutOf(folder));
  if (!state)
    throw new Problem(
      `no system runs on ${folder}, and KAFKA_BROKERS names no broker`,
      'npm start -- --detach, PAYORCH_DATA=<its data folder>, or KAFKA_BROKERS with KAFKA_TLS and KAFKA_SASL_… of an operator',
    );
  return { brokers: state.infrastructure.kafkaBrokers, forSubscribers: state.subscribers.brokers };
}

/** Runs `work` with connections to the broker. */
async function atBroker({ brokers }, work) {
  const [{ brokerAccess, withScramUsers, SubscriberError, UserRefusedError }, { Kafka, logLevel }] = await Promise.all([
    loadTyped(),
    import('kafkajs'),
  ]);
  const kafka = new Kafka({
    clientId: 'subscribers',
    brokers: brokers.split(','),
    ...brokerAccess(process.env),
    logLevel: logLevel.NOTHING,
    retry: { retries: 2 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await withScramUsers(kafka, (users) => work({ admin, users }));
  } catch (error) {
    if (error instanceof SubscriberError) throw new Problem(error.message, error.fix);
    if (error instanceof UserRefusedError)
      throw new Problem(
        `the broker does not change its users: ${error.message}`,
        "KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD of the broker's operator",
      );
    if (!error.name?.startsWith('Kafka')) throw error;
    throw new Problem(
      `the broker at ${brokers} cannot be used: ${error.message}`,
      'check KAFKA_BROKERS, KAFKA_TLS, KAFKA_CA, KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD',
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

const lagText = (lag) => {
  const sum = Object.values(lag).reduce((total, one) => total + one, 0);
  const topics = Object.entries(lag).map(([topic, one]) => `${topic} ${one}`);
  return `lag ${sum}${topics.length > 1 ? ` (${topics.join(', ')})` : ''}`;
};

const membersText = (members) => `${members} member${members === 1 ? '' : 's'}`;

const linesOf = ({ name, topics, groupPrefixes, hasPassword, groups }) => [
  `${name}${hasPassword ? '' : '   no user: npm run subscribers -- add makes it'}`,
  `  topics   ${topics.join(' ')}`,
  `  groups   ${groupPrefixes.map((prefix) => `${prefix}*`).join(' ')}`,
  ...groups.map(({ groupId, members, lag }) => `    ${groupId}   ${membersText(members)}   ${lagText(lag)}`),
];

const passwordLines = (brokers, name, password) => [
  `  brokers    ${brokers}`,
  `  user       ${name} (SCRAM-SHA-512)`,
  `  password   ${password}   (printed once, stored nowhere)`,
];

/** `npm run subscribers`: runs one of its commands and prints the result. @throws Problem */
export async function subscribersCommand(command, { name, topics, groupPrefixes, json }) {
  const { addSubscriber, listSubscribers, removeSubscriber, rotateSubscriber, checkSubscriber, SubscriberError } =
    await loadTyped();
  const print = (lines, value) => process.stdout.write(`${json ? JSON.stringify(value, null, 2) : lines.join('\n')}\n`);
  const subscriber = { name, topics, groupPrefixes };
  if (command === 'add')
    try {
      checkSubscriber(subscriber);
    } catch (error) {
      if (error instanceof SubscriberError) throw new Problem(error.message, error.fix);
      throw error;
    }
  const at = addresses();
  const brokers = at.forSubscribers;
  const commands = {
    list: async (broker) => {
      const found = await listSubscribers(broker);
      print(found.length > 0 ? found.flatMap(linesOf) : ['no subscribers'], found);
    },
    add: async (broker) => {
      const password = await addSubscriber(broker, subscriber);
      const rights = [
        `  topics     ${topics.join(' ')}`,
        `  groups     ${groupPrefixes.map((one) => `${one}*`).join(' ')}`,
      ];
      print(
        password
          ? [`${name} subscribes`, ...passwordLines(brokers, name, password), ...rights]
          : [`${name} subscribes; its password stays (npm run subscribers -- rotate ${name} gives another)`, ...rights],
        { brokers, ...subscriber, ...(password && { password }) },
      );
    },
    rotate: async (broker) => {
      const password = await rotateSubscriber(broker, name);
      const note = 'open connections stay until they authenticate again; new ones need the new password';
      print([`${name} has a new password: ${note}`, ...passwordLines(brokers, name, password)], {
        brokers,
        name,
        password,
      });
    },
    remove: async (broker) => {
      const isRemoved = await removeSubscriber(broker, name);
      print([isRemoved ? `${name} is removed` : `there is no subscriber ${name}`], { name, isRemoved });
    },
  };
  await atBroker(at, commands[command]);
}
