import { userInfo } from 'node:os';
import { loadTyped } from './load-typescript.mjs';
import { Problem } from './problem.mjs';

/** The login name of the person at the keyboard, where it is known. */
export const login = () => {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
};

/**
 * Runs `work({ kafka, admin })` at the broker with the rights of KAFKA_SASL_…; throws a Problem if the broker is not known or does not
 * answer.
 */
export async function withOperatorBroker(kafkaBrokers, work) {
  if (!kafkaBrokers) throw new Problem('the broker is not known', 'KAFKA_BROKERS=host:port');
  const [{ brokerAccess }, { Kafka, logLevel }] = await Promise.all([loadTyped(), import('kafkajs')]);
  const kafka = new Kafka({
    clientId: 'ops',
    brokers: kafkaBrokers.split(','),
    ...brokerAccess(process.env),
    logLevel: logLevel.NOTHING,
    connectionTimeout: 3_000,
    retry: { retries: 2 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work({ kafka, admin });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`the broker at ${kafkaBrokers} does not answer: ${error.message}`, 'check KAFKA_BROKERS');
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
