import { newSecrets } from '../../../tools/lib/secrets';
import { readPaymentsConfig } from './config';

const env = {
  MODE: 'production',
  DATABASE_URL: 'postgres://role:5f2c8a91d3e7@db.internal:5432/payorch',
  KAFKA_BROKERS: 'kafka.internal:9092',
  PUBLIC_URL: 'https://pay.acme.shop',
  REDIRECT_SECRETS: newSecrets().redirectSecrets,
};

it('starts in production with all that it needs', () => expect(readPaymentsConfig(env).mode).toBe('production'));

it('refuses production without the address that customers come back to', () =>
  expect(() => readPaymentsConfig({ ...env, PUBLIC_URL: '' })).toThrow(
    /^the configuration has 1 problem\(s\):\n {2}- PUBLIC_URL /,
  ));
