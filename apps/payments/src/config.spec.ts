import { newSecrets } from '@payorch/provisioning';
import { readPaymentsConfig } from './config';

const env = {
  MODE: 'production',
  DATABASE_URL: 'postgres://role:5f2c8a91d3e7@db.internal:5432/payorch',
  KAFKA_BROKERS: 'kafka.internal:9092',
  KAFKA_TLS: 'true',
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'app',
  KAFKA_SASL_PASSWORD: 'c7Kq2vX9mN4bT8wZ',
  METRICS_TOKEN: 'Vb4Kq8Zt2Xn6Rw0Yp3Lc7Hs1Dm5Jf9Ga',
  PUBLIC_URL: 'https://pay.acme.shop',
  REDIRECT_SECRETS: newSecrets().redirectSecrets,
  SEALING_PUBLIC_KEYS: JSON.stringify(newSecrets().sealingPublicKeys),
  MASTER_KEYS: JSON.stringify(newSecrets().masterKeys),
};

it('the configuration is complete for production', () => expect(readPaymentsConfig(env).mode).toBe('production'));

it('the configuration refuses production without a metrics token', () =>
  expect(() => readPaymentsConfig({ ...env, METRICS_TOKEN: '' })).toThrow(/1 problem\(s\):\n {2}- METRICS_TOKEN /));

it('the service listens on the loopback address unless HOST names another', () => {
  expect(readPaymentsConfig(env).host).toBe('127.0.0.1');
  expect(readPaymentsConfig({ ...env, HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  expect(() => readPaymentsConfig({ ...env, HOST: 'http://0.0.0.0' })).toThrow(/- HOST must be an address/);
});

it('the configuration refuses production without PUBLIC_URL', () =>
  expect(() => readPaymentsConfig({ ...env, PUBLIC_URL: '' })).toThrow(
    /^the configuration has 1 problem\(s\):\n {2}- PUBLIC_URL /,
  ));
