import { brokerApps } from './kafka-acls';
import type { Secrets } from '../keys/secrets';

/** The superuser principal, which creates topics and ACLs, and as which the broker connects to itself. */
export const brokerOperator = 'operator';

const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule';
const login = (password: string): string => `${scram} required username="${brokerOperator}" password="${password}";`;

/**
 * The files with which the containers of the broker and Redis start, and the credentials of the apps, by file name. `properties`
 * is the broker's configuration without secrets (`deploy/kafka/server.properties`). `subscribersAt`: the host and the port at which
 * other hosts reach the broker.
 */
export function storeFiles(
  secrets: Secrets,
  properties: string,
  subscribersAt: string,
): Readonly<Record<string, string>> {
  const { clusterId, passwords, keystorePassword } = secrets.broker;
  const principals = [...brokerApps, brokerOperator];
  const ofOperator = passwords[brokerOperator] ?? '';
  const names = principals.map((name) => `--add-scram\nSCRAM-SHA-512=[name=${name},password=${passwords[name]}]\n`);
  const more = [
    `advertised.listeners=CLIENTS://kafka:9092,SUBSCRIBERS://${subscribersAt}`,
    `listener.name.clients.scram-sha-512.sasl.jaas.config=${login(ofOperator)}`,
    `listener.name.subscribers.scram-sha-512.sasl.jaas.config=${scram} required;`,
    `listener.name.subscribers.ssl.keystore.password=${keystorePassword}`,
    `listener.name.subscribers.ssl.key.password=${keystorePassword}`,
  ];
  return {
    'broker/cluster_id': clusterId,
    'broker/scram': names.join(''),
    'broker/server.properties': `${[properties.trimEnd(), ...more].join('\n')}\n`,
    'broker/client.properties': `security.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-512\nsasl.jaas.config=${login(ofOperator)}\n`,
    'broker/operator_password': ofOperator,
    'broker/keystore_password': keystorePassword,
    ...Object.fromEntries(brokerApps.map((app) => [`shared/broker_password.${app}`, passwords[app] ?? ''])),
    // Redis must never write its data to a disk; the data may be lost.
    'redis/redis.conf': `save ""\nappendonly no\nrequirepass ${secrets.redisPassword}\n`,
    'shared/redis_url': `redis://:${secrets.redisPassword}@redis:6379`,
  };
}
