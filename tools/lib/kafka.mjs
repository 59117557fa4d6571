import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkJava } from './bootstrap.mjs';
import { jars } from './maven.mjs';
import { freePort, freePorts } from './ports.mjs';
import { Problem } from './problem.mjs';
import { launch, stopProcess, tailOf } from './processes.mjs';
import { until } from './wait.mjs';

const run = promisify(execFile);

const superUserOf = ({ name, password }) => `username="${name}" password="${password}"`;
const passwordsOf = (users) => users.map(({ name, password }) => `user_${name}="${password}"`).join(' ');

/** The login module of one SASL mechanism. */
const loginBy = (mechanism, module, options = '') => ({
  [`listener.name.clients.${mechanism}.sasl.jaas.config`]: `org.apache.kafka.common.security.${module} required ${options};`,
});

const authorizer = { 'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer' };

/**
 * Clients connect over TLS and authenticate; the broker denies everything without an ACL. The controller listens only on this
 * machine, for the broker itself, without authentication.
 */
const securedSettings = ({ users, superUser, pemFile }) => ({
  'inter.broker.listener.name': 'CLIENTS',
  'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
  'sasl.enabled.mechanisms': 'SCRAM-SHA-512,SCRAM-SHA-256,PLAIN,OAUTHBEARER',
  ...loginBy('scram-sha-512', 'scram.ScramLoginModule', superUserOf(superUser)),
  ...loginBy('scram-sha-256', 'scram.ScramLoginModule'),
  ...loginBy('plain', 'plain.PlainLoginModule', passwordsOf(users)),
  // Unsigned tokens suffice to test how a client obtains and presents one.
  ...loginBy('oauthbearer', 'oauthbearer.OAuthBearerLoginModule', `unsecuredLoginStringClaim_sub="${superUser.name}"`),
  'ssl.keystore.type': 'PEM',
  'ssl.keystore.location': pemFile,
  // The broker is its own client with a self-signed certificate, so it must trust that certificate.
  'ssl.truststore.type': 'PEM',
  'ssl.truststore.location': pemFile,
  ...authorizer,
  'super.users': `User:${superUser.name};User:ANONYMOUS`,
});

const isLoopback = (host) => /^(127(\.\d+){3}|localhost)$/.test(host);

/**
 * A second listener for subscribers (`npm run subscribers`), who authenticate by SCRAM and have only the rights of their ACLs.
 * The services stay on CLIENTS, which other hosts cannot reach: it is bound to loopback, so its anonymous clients may do everything.
 */
const subscriberSettings = ({ host, port }) => ({
  listeners: `SUBSCRIBERS://${isLoopback(host) ? host : '0.0.0.0'}:${port}`,
  'advertised.listeners': `SUBSCRIBERS://${host}:${port}`,
  'listener.security.protocol.map': 'SUBSCRIBERS:SASL_PLAINTEXT',
  'listener.name.subscribers.sasl.enabled.mechanisms': 'SCRAM-SHA-512',
  'listener.name.subscribers.scram-sha-512.sasl.jaas.config':
    'org.apache.kafka.common.security.scram.ScramLoginModule required;',
  // After a rotation, connections that were made with the old password end within an hour.
  'listener.name.subscribers.scram-sha-512.connections.max.reauth.ms': 3_600_000,
  ...authorizer,
  'super.users': 'User:ANONYMOUS',
});

/** Joins the lists of two groups of settings; of other settings the later one counts. */
const joined = (settings, more) => {
  const lists = ['listeners', 'advertised.listeners', 'listener.security.protocol.map'];
  const both = lists.filter((name) => more[name]).map((name) => [name, `${settings[name]},${more[name]}`]);
  return { ...settings, ...more, ...Object.fromEntries(both) };
};

const settingsOf = ({ port, controllerPort, folder, security }) => ({
  'process.roles': 'broker,controller',
  'node.id': 1,
  'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
  listeners: `CLIENTS://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'advertised.listeners': `CLIENTS://127.0.0.1:${port}`,
  'listener.security.protocol.map': `CLIENTS:${security ? 'SASL_SSL' : 'PLAINTEXT'},CONTROLLER:PLAINTEXT`,
  'inter.broker.listener.name': 'CLIENTS',
  ...(security && securedSettings(security)),
  'controller.listener.names': 'CONTROLLER',
  'log.dirs': folder,
  'auto.create.topics.enable': false,
  // Replies are retained for minutes: the default looks for expired segments every five minutes.
  'log.retention.check.interval.ms': 60_000,
  // For one machine: fewer threads mean fewer thread switches per request.
  'num.network.threads': 1,
  'num.io.threads': 2,
  // A list of 100 payments exceeds the default of 1 MB; topics with larger messages set their own limit.
  'message.max.bytes': 9_437_184,
  'replica.fetch.max.bytes': 9_437_184,
  'offsets.topic.num.partitions': 4,
  'offsets.topic.replication.factor': 1,
  'transaction.state.log.num.partitions': 4,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'share.coordinator.state.topic.num.partitions': 1,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
  // Services that start one by one must not wait for each other; tests need short sessions to notice a killed consumer.
  'group.initial.rebalance.delay.ms': 0,
  'group.min.session.timeout.ms': 1000,
  'log.cleaner.dedupe.buffer.size': 8_388_608,
});

const javaFlags = ['-Xmx256m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
/** The C2 compiler makes requests a quarter faster, but only after a minute: longer than a test's broker runs. */
const firstCompilerOnly = '-XX:TieredStopAtLevel=1';

/**
 * The class data archive of the broker: later starts take half the time and memory. The first broker writes the archive at its
 * end, so the first start is not slower; `stopProcess` moves the file into place.
 */
function classArchive(folder) {
  const archive = path.join(folder, 'classes.jsa');
  if (existsSync(archive)) return { flags: [`-XX:SharedArchiveFile=${archive}`] };
  const written = `${archive}.${randomBytes(4).toString('hex')}`;
  return { flags: [`-XX:ArchiveClassesAtExit=${written}`], leaves: { from: written, to: archive } };
}

const clusterIdLine = /^cluster\.id=(.+)$/m;
const metaIn = (folder) => path.join(folder, 'meta.properties');
const clusterIdIn = (folder) => readFileSync(metaIn(folder), 'utf8').match(clusterIdLine)[1].trim();
/** The storage tool takes an id that begins with a dash for an option: the first byte is zero, so ours begin with an A. */
const newClusterId = () => Buffer.concat([Buffer.alloc(1), randomBytes(15)]).toString('base64url');

/** The SCRAM users of a new broker: SCRAM users must exist before the first connection. */
const scramArgs = ({ users = [], superUser } = {}) =>
  [...users, ...(superUser ? [superUser] : [])].flatMap(({ name, password }) =>
    ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${name},password=${password}]`,
    ]),
  );

async function format({ folder, properties, classpath, security, template }) {
  if (existsSync(metaIn(folder))) return;
  rmSync(folder, { recursive: true, force: true });
  if (template && !security) return copyBroker(template, folder);
  const tool = [firstCompilerOnly, '-cp', classpath, 'kafka.tools.StorageTool'];
  await run('java', [...tool, 'format', '-t', newClusterId(), '-c', properties, ...scramArgs(security)]);
}

/** Copies the folder of a stopped broker under an id of its own, which differs from that of every other broker. */
function copyBroker(template, folder) {
  cpSync(template, folder, { recursive: true });
  const meta = readFileSync(metaIn(folder), 'utf8').replace(clusterIdLine, `cluster.id=${newClusterId()}`);
  writeFileSync(metaIn(folder), meta);
}

/** Whether the broker at this address has the cluster id of our folder. */
async function answersFor(clusterId, broker, security) {
  const { Kafka, logLevel } = await import('kafkajs');
  const kafka = new Kafka({
    brokers: [broker],
    logLevel: logLevel.NOTHING,
    ...(security && {
      ssl: { ca: [security.ca] },
      sasl: {
        mechanism: 'scram-sha-512',
        username: security.superUser.name,
        password: security.superUser.password,
      },
    }),
    connectionTimeout: 1000,
    retry: { retries: 0 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).clusterId === clusterId;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * Starts one broker (KRaft, its own controller) on its folder below `dataDir`, created on demand. `briefly`: for a test.
 * `template`: the folder of a stopped broker, of which a new broker is a copy. `subscribers`: the host and the preferred port at
 * which other clients reach the broker by a user of their own; without it there is no such listener.
 */
export async function startKafka({
  dataDir,
  logs,
  run: runDir,
  preferredPort,
  name = 'kafka',
  briefly = false,
  security,
  template,
  subscribers: wanted,
}) {
  const library = await jars();
  checkJava();
  const classpath = readdirSync(library)
    .filter((file) => file.endsWith('.jar') && !file.startsWith('embedded-redis'))
    .sort()
    .map((file) => path.join(library, file))
    .join(path.delimiter);
  const folder = path.join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  const [port, controllerPort] = preferredPort
    ? [await freePort(preferredPort), await freePort(preferredPort + 1)]
    : await freePorts(2);
  const subscribers = wanted && { host: wanted.host, port: await freePort(wanted.port) };
  const properties = path.join(dataDir, `${name}.properties`);
  const own = settingsOf({ port, controllerPort, folder, security });
  const settings = Object.entries(subscribers ? joined(own, subscriberSettings(subscribers)) : own);
  writeFileSync(properties, settings.map(([key, value]) => `${key}=${value}\n`).join(''), { mode: 0o600 });
  await format({ folder, properties, classpath, security, template });
  const archive = classArchive(library);
  const server = launch({
    name,
    command: 'java',
    args: [
      ...javaFlags,
      ...(briefly ? [firstCompilerOnly] : []),
      ...archive.flags,
      '-cp',
      classpath,
      'kafka.Kafka',
      properties,
    ],
    env: process.env,
    cwd: dataDir,
    logFile: path.join(logs, `${name}.log`),
    runDir,
    leaves: archive.leaves,
  });
  const broker = `127.0.0.1:${port}`;
  const ready = await until(() => answersFor(clusterIdIn(folder), broker, security), {
    withinMs: 60_000,
    everyMs: 100,
    ended: server.ended,
  });
  if (!ready) {
    await stopProcess(server);
    throw new Problem(`Kafka did not start:\n${tailOf(server.logFile)}`, `see ${server.logFile}, or set KAFKA_BROKERS`);
  }
  return { ...server, url: broker, port, ...(subscribers && { subscribers }) };
}
