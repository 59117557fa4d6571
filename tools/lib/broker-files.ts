import { brokerApps } from './kafka-acls';
import type { Secrets } from './secrets';

/** The principal that makes topics and rights, and that the broker is to itself; it may do everything. */
export const brokerOperator = 'operator';

const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule';
const login = (password: string): string => `${scram} required username="${brokerOperator}" password="${password}";`;

/**
 * What the containers of the broker and of Redis are started with, and what the apps show them, by file. `properties` is the
 * broker's configuration as far as it is no secret (`deploy/kafka/server.properties`).
 */
export function storeFiles(secrets: Secrets, properties: string): Readonly<Record<string, string>> {
  const { clusterId, passwords } = secrets.broker;
  const principals = [...brokerApps, brokerOperator];
  const ofOperator = passwords[brokerOperator] ?? '';
  const names = principals.map((name) => `--add-scram\nSCRAM-SHA-512=[name=${name},password=${passwords[name]}]\n`);
  return {
    'broker/cluster_id': clusterId,
    'broker/scram': names.join(''),
    'broker/server.properties': `${properties.trimEnd()}\nlistener.name.clients.scram-sha-512.sasl.jaas.config=${login(ofOperator)}\n`,
    'broker/client.properties': `security.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-512\nsasl.jaas.config=${login(ofOperator)}\n`,
    'broker/operator_password': ofOperator,
    ...Object.fromEntries(brokerApps.map((app) => [`shared/broker_password.${app}`, passwords[app] ?? ''])),
    // What it holds may be lost, and must never reach a disk.
    'redis/redis.conf': `save ""\nappendonly no\nrequirepass ${secrets.redisPassword}\n`,
    'shared/redis_url': `redis://:${secrets.redisPassword}@redis:6379`,
  };
}
