import { newSecrets } from '../../../tools/lib/secrets';
import { readGatewayConfig } from './config';

const secrets = newSecrets();
const env = {
  MODE: 'development',
  DATABASE_URL: 'postgres://role:pw@db.internal:5432/payorch',
  REDIS_URL: 'redis://redis.internal:6379',
  KAFKA_BROKERS: 'kafka.internal:9092',
  ADMIN_API_KEY: 'test_admin',
  API_KEY_HASH_SECRET: secrets.apiKeyHashSecret,
  CARD_FINGERPRINT_SECRET: secrets.cardFingerprintSecret,
  SEALING_PUBLIC_KEYS: JSON.stringify(secrets.sealingPublicKeys),
  SETTINGS_KEYS: JSON.stringify(secrets.settingsKeys),
};

it.each([
  [undefined, []],
  ['', []],
  ['10.0.0.0/8, ::1/128', ['10.0.0.0/8', '::1/128']],
])('TRUSTED_PROXIES of %j are %j', (text, expected) =>
  expect(
    readGatewayConfig({ ...env, ...(text === undefined ? {} : { TRUSTED_PROXIES: text }) }).trustedProxies,
  ).toEqual(expected),
);

it.each(['everybody', '10.0.0.0', '10.0.0.0/33', '300.0.0.1/8'])('nobody is trusted by %j', (text) =>
  expect(() => readGatewayConfig({ ...env, TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES'),
);
