import { newSecrets } from '@payorch/provisioning';
import { readWebhooksConfig } from './config';

const env = {
  MODE: 'production',
  DATABASE_URL: 'postgres://role:5f2c8a91d3e7@db.internal:5432/payorch',
  KAFKA_BROKERS: 'kafka.internal:9092',
  KAFKA_TLS: 'true',
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'app',
  KAFKA_SASL_PASSWORD: 'c7Kq2vX9mN4bT8wZ',
  METRICS_TOKEN: 'Vb4Kq8Zt2Xn6Rw0Yp3Lc7Hs1Dm5Jf9Ga',
  SETTINGS_KEYS: JSON.stringify(newSecrets().settingsKeys),
  MASTER_KEYS: JSON.stringify(newSecrets().masterKeys),
};

it('the configuration is valid in production with all required settings', () =>
  expect(readWebhooksConfig(env).mode).toBe('production'));

it('the configuration refuses settings keys of zeros in production without printing them', () => {
  const key = Buffer.alloc(32).toString('base64');
  const read = () => readWebhooksConfig({ ...env, SETTINGS_KEYS: JSON.stringify([{ kid: 'k', key }]) });
  expect(read).toThrow(/^the configuration has 1 problem\(s\):\n {2}- SETTINGS_KEYS /);
  expect(read).not.toThrow(key);
});
