import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Admin, type KafkaConfig } from 'kafkajs';
import { brokerAccess } from '../../../tools/lib/broker-access';
import { ensureAcls } from '../../../tools/lib/kafka-acls';
import { ensureTopics } from '../../../tools/lib/topic-plan';
import { brokerEnv, type BrokerSecurity } from './broker-security';
import { kafkaBrokers } from './environment';

/** Runs some administration on a broker and hangs up. */
export async function withAdmin<T>(
  brokers: readonly string[],
  work: (admin: Admin) => Promise<T>,
  access: Pick<KafkaConfig, 'ssl' | 'sasl'> = {},
): Promise<T> {
  const admin = new Kafka({ brokers: [...brokers], ...access, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** A topic name that nobody else uses, readable in the broker's logs. */
export const uniqueTopic = (stem = 'test'): string => `${stem}.${randomUUID().slice(0, 8)}`;

/** A topic of a test's own on the shared broker. Delete it when done. */
export async function freshTopic({ stem = 'test', partitions = 1 } = {}): Promise<{
  readonly topic: string;
  readonly drop: () => Promise<void>;
}> {
  const topic = uniqueTopic(stem);
  await withAdmin(kafkaBrokers(), (admin) =>
    admin.createTopics({ topics: [{ topic, numPartitions: partitions, replicationFactor: 1 }], waitForLeaders: true }),
  );
  return { topic, drop: () => withAdmin(kafkaBrokers(), (admin) => admin.deleteTopics({ topics: [topic] })) };
}

/** Every topic of the contracts on a broker that has none yet. */
export const createAllTopics = (brokers: readonly string[], keyedPartitions?: number): Promise<string[]> =>
  withAdmin(brokers, (admin) => ensureTopics(admin, keyedPartitions));

/** The same on a broker that denies what nobody allowed, with the rights of every app. */
export const provisionSecured = (brokers: readonly string[], security: BrokerSecurity): Promise<string[]> =>
  withAdmin(
    brokers,
    async (admin) => {
      const made = await ensureTopics(admin);
      await ensureAcls(admin);
      return made;
    },
    brokerAccess(brokerEnv(security, security.superUser.name)),
  );
