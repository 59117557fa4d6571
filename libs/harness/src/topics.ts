import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Admin, type KafkaConfig } from 'kafkajs';
import { brokerAccess, createTopics, ensureAcls, ensureTopics } from '@payorch/provisioning';
import { brokerEnv, type BrokerSecurity } from './broker-security';
import { kafkaBrokers } from './environment';

/** Runs `work` with a connected admin client and disconnects it. */
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

/** A unique topic name, readable in the broker's logs. */
export const uniqueTopic = (stem = 'test'): string => `${stem}.${randomUUID().slice(0, 8)}`;

/** A topic of one test on the shared broker. The caller drops it. */
export async function freshTopic({ stem = 'test', partitions = 1 } = {}): Promise<{
  readonly topic: string;
  readonly drop: () => Promise<void>;
}> {
  const topic = uniqueTopic(stem);
  await withAdmin(kafkaBrokers(), (admin) =>
    createTopics(admin, [{ topic, numPartitions: partitions, replicationFactor: 1 }]),
  );
  return { topic, drop: () => withAdmin(kafkaBrokers(), (admin) => admin.deleteTopics({ topics: [topic] })) };
}

/** Creates every topic of the contracts. */
export const createAllTopics = (brokers: readonly string[], keyedPartitions?: number): Promise<string[]> =>
  withAdmin(brokers, (admin) => ensureTopics(admin, keyedPartitions));

/** Creates every topic and the ACLs of every app on a secured broker. */
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
