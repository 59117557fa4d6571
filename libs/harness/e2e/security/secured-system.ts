import { brokerEnv, spawnSystem, type System } from '@payorch/harness';
import { brokerAccess } from '@payorch/provisioning';
import { Kafka, logLevel, type KafkaConfig, type logCreator as LogCreator } from 'kafkajs';
import { longSessionTimeout } from '../support/quick-system';

/** The system of the journeys in secured-broker.spec.ts. */
export let system: System;
beforeAll(async () => {
  const env = { KEYS_RELOAD_EVERY: '200ms', REWRAP_AGAIN_AFTER: '500ms', ...longSessionTimeout };
  system = await spawnSystem({ securedBroker: true, env });
});
afterAll(() => system?.stop());

export const clientOf = (access: Partial<KafkaConfig>): Kafka =>
  new Kafka({ brokers: system.kafkaBrokers, logLevel: logLevel.NOTHING, retry: { retries: 0 }, ...access });
export const accessOf = (name: string) => brokerAccess(brokerEnv(system.security!, name));
export const as = (name: string): Kafka => clientOf(accessOf(name));

/** Publishes a record to the topic; returns `written` or the broker's error type. */
export async function writing(kafka: Kafka, topic: string): Promise<string> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  try {
    await producer.connect();
    await producer.send({ topic, messages: [{ key: 'm/forged', value: '{}' }] });
    return 'written';
  } catch (error) {
    return typeOf(error);
  } finally {
    await producer.disconnect().catch(() => undefined);
  }
}

/**
 * Reads the topic with this access in this group; returns `read` or the broker's error. For a principal that may not join, the
 * client throws only a coordinator error; the cause is in the client's log.
 */
export async function reading(access: Partial<KafkaConfig>, topic: string, groupId: string): Promise<string> {
  const reasons: unknown[] = [];
  const collect: LogCreator = () => (entry) => void reasons.push(entry.log.error);
  const kafka = clientOf({ ...access, logLevel: logLevel.DEBUG, logCreator: collect });
  const consumer = kafka.consumer({ groupId, retry: { retries: 0, restartOnFailure: () => Promise.resolve(false) } });
  const resultOf = (error: unknown) =>
    reasons.map(rightLacking).find((lacking) => lacking !== undefined) ?? typeOf(error);
  try {
    await consumer.connect();
    return await new Promise<string>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => resolve(resultOf(payload.error)));
      consumer.on('consumer.fetch', () => resolve('read'));
      consumer
        .subscribe({ topics: [topic], fromBeginning: true })
        .then(() => consumer.run({ autoCommit: false, eachMessage: () => Promise.resolve() }))
        .catch(reject);
    });
  } catch (error) {
    return resultOf(error);
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
}

/** The resource of a missing ACL, if the broker reported one. */
function rightLacking(error: unknown): string | undefined {
  const { type = '', message = '' } = (error ?? {}) as { type?: string; message?: string };
  const [, resource] = /(topic|group)[ _]authorization[ _]failed/i.exec(`${type} ${message}`) ?? [];
  return resource && `no right at this ${resource.toLowerCase()}`;
}

/** The broker's error type, from inside the client's own errors. */
function typeOf(error: unknown): string {
  const { cause, name } = error as Error;
  return rightLacking(error) ?? (cause ? typeOf(cause) : name);
}
