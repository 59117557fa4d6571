import { dataDirFromEnv } from './paths.mjs';
import { Problem } from './problem.mjs';

const isUrl = (text, protocols) => URL.canParse(text) && protocols.includes(new URL(text).protocol);

const isPort = (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) < 65_536;
const aPort = (example) => ({ good: isPort, example });

const rules = {
  DATABASE_URL: {
    good: (text) => isUrl(text, ['postgres:', 'postgresql:']) && new URL(text).pathname.length > 1,
    example: 'postgres://postgres:secret@127.0.0.1:5432/payorch',
  },
  REDIS_URL: {
    good: (text) => isUrl(text, ['redis:', 'rediss:']) || /^rediss?\+(?:sentinel|cluster):\/\/\S+$/.test(text),
    example: 'redis://127.0.0.1:6379',
  },
  KAFKA_BROKERS: {
    good: (text) => text.split(',').every((one) => /^\s*[^\s:,]+:\d{1,5}\s*$/.test(one)),
    example: '127.0.0.1:9092',
  },
  KAFKA_PARTITIONS: { good: (text) => /^[1-9]\d{0,2}$/.test(text), example: '8' },
  POSTGRES_PORT: aPort('55440'),
  REDIS_PORT: aPort('56390'),
  // The broker's controller uses the next port, and by default subscribers the one after.
  KAFKA_PORT: { good: (text) => isPort(text) && Number(text) < 65_534, example: '59192' },
  KAFKA_SUBSCRIBERS_HOST: {
    good: (text) => /^[A-Za-z0-9.-]+$/.test(text) && text !== '0.0.0.0',
    example: '192.168.1.20',
  },
  KAFKA_SUBSCRIBERS_PORT: aPort('59194'),
  HTTP_PORT: aPort('8080'),
  ADMIN_API_KEY: { good: (text) => /^[\x21-\x7e]{8,}$/.test(text), example: 'test_admin' },
};

/** The settings of these tools from the environment; throws a Problem that names every bad variable, with an example. */
export function settingsFrom(env = process.env) {
  const given = Object.entries(rules).filter(([name]) => env[name]);
  const bad = given.filter(([name, { good }]) => !good(env[name]));
  if (bad.length > 0)
    throw new Problem(
      bad.map(([name]) => `${name} is not usable: ${env[name].replace(/:[^:@/]*@/, ':***@')}`).join('\n       '),
      bad.map(([name, { example }]) => `${name}=${example}`).join('  ') + '  (or unset it)',
    );
  const kafkaPort = Number(env.KAFKA_PORT || 59_192);
  return {
    dataDir: dataDirFromEnv(env),
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    kafkaBrokers: env.KAFKA_BROKERS?.replaceAll(' ', '') || undefined,
    keyedPartitions: env.KAFKA_PARTITIONS ? Number(env.KAFKA_PARTITIONS) : undefined,
    httpPort: Number(env.HTTP_PORT || 8080),
    infraPorts: {
      postgres: Number(env.POSTGRES_PORT || 55_440),
      redis: Number(env.REDIS_PORT || 56_390),
      kafka: kafkaPort,
    },
    subscribers: {
      host: env.KAFKA_SUBSCRIBERS_HOST || '127.0.0.1',
      port: Number(env.KAFKA_SUBSCRIBERS_PORT || kafkaPort + 2),
    },
    adminApiKey: env.ADMIN_API_KEY || 'test_admin',
  };
}
