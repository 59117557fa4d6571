import { readFileSync } from 'node:fs';
import path from 'node:path';
import { apps } from '../apps';
import { brokerOperator, storeFiles } from './broker-files';
import { brokerApps } from './kafka-acls';
import { newSecrets } from '../keys/secrets';

const read = (file: string): string => readFileSync(path.resolve(__dirname, '../../../..', file), 'utf8');
const secrets = newSecrets();
const files = storeFiles(secrets, read('deploy/kafka/server.properties'), 'broker.example:9094');
const serviceOf = (app: string): string =>
  new RegExp(`\\n {2}${app}:\\n((?: {3,}.*\\n|\\n)*)`).exec(read('docker-compose.yml'))?.[1] ?? '';

it('the broker of docker-compose has a user with its own password for every app and the operator', () => {
  const names = files['broker/scram']!.match(/name=[^,]+,password=[0-9a-f]{32}/g) ?? [];
  expect(names.map((one) => one.slice(5).split(',')[0]).sort()).toEqual([...brokerApps, brokerOperator].sort());
  expect(new Set(names.map((one) => one.split('password=')[1])).size).toBe(names.length);
});

it.each(brokerApps)(
  '%s of docker-compose authenticates as itself at the broker, and gets no address without a password',
  (app) => {
    const service = serviceOf(app);
    expect(service).toContain(`database_url.${apps[app].schema}\n`);
    expect(service).toContain(`KAFKA_SASL_USERNAME: ${app}\n`);
    expect(service).toContain(`KAFKA_SASL_PASSWORD_FILE: /secrets/shared/broker_password.${app}\n`);
    expect(files[`shared/broker_password.${app}`]).toBe(secrets.broker.passwords[app]);
    expect(service).not.toMatch(/REDIS_URL:/);
  },
);

it('the broker of docker-compose denies by default, and accepts no anonymous client', () => {
  const properties = files['broker/server.properties']!;
  expect(properties).toContain('listener.security.protocol.map=CLIENTS:SASL_PLAINTEXT,SUBSCRIBERS:SASL_SSL,');
  expect(properties).toContain('authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer');
  // Only the controller listener accepts anonymous clients, and it is bound to localhost.
  expect(properties).toMatch(/^listeners=CLIENTS:\/\/:9092,SUBSCRIBERS:\/\/:9094,CONTROLLER:\/\/localhost:9093$/m);
  expect(properties).not.toContain('allow.everyone.if.no.acl.found');
});

it('the broker of docker-compose names to subscribers the address that the operator sets, and to services its own', () => {
  const properties = files['broker/server.properties']!;
  expect(properties.match(/^advertised\.listeners=.*$/gm)).toEqual([
    'advertised.listeners=CLIENTS://kafka:9092,SUBSCRIBERS://broker.example:9094',
  ]);
  expect(properties).toContain(
    `listener.name.subscribers.ssl.keystore.password=${files['broker/keystore_password']}\n`,
  );
  expect(serviceOf('secrets')).toContain(
    'KAFKA_SUBSCRIBERS: ${KAFKA_SUBSCRIBERS_HOST:-127.0.0.1}:${KAFKA_SUBSCRIBERS_PORT:-9094}\n',
  );
  expect(serviceOf('kafka')).toContain(
    "ports: ['${KAFKA_SUBSCRIBERS_BIND:-127.0.0.1}:${KAFKA_SUBSCRIBERS_PORT:-9094}:9094']",
  );
});
