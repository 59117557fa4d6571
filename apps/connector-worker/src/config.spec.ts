import { newSecrets } from '@payorch/provisioning';
import { newX25519Jwk } from '@payorch/platform/sealing';
import { parseConfig } from './config';

const key = newX25519Jwk('k');
const env = {
  MODE: 'production',
  DATABASE_URL: 'postgres://worker:word@db:5432/payorch',
  REDIS_URL: 'redis://:word@redis:6379',
  KAFKA_BROKERS: 'kafka:9092',
  KAFKA_TLS: 'true',
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'app',
  KAFKA_SASL_PASSWORD: 'c7Kq2vX9mN4bT8wZ',
  METRICS_TOKEN: 'Vb4Kq8Zt2Xn6Rw0Yp3Lc7Hs1Dm5Jf9Ga',
  SEALING_PRIVATE_KEYS: JSON.stringify([key]),
  MASTER_KEYS: JSON.stringify(newSecrets().masterKeys),
  PUBLIC_URL: 'https://pay.shop.example',
  FILE_STORAGE: 'folder',
};

const pem = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----';

describe('the configuration', () => {
  it('the configuration has every lane, and each connector with its default base URL', () => {
    const { lanes, baseUrls, callTimeoutMs } = parseConfig(env);
    expect(lanes).toEqual(['*']);
    expect(baseUrls.stripe_test).toBe('http://127.0.0.1:8090/dummy-connector');
    expect(callTimeoutMs).toBe(30_000);
  });

  it('the environment selects lanes and sets the base URL of a connector', () => {
    const { lanes, baseUrls } = parseConfig({
      ...env,
      LANES: 'shared, big_shop',
      CONNECTORS_ADYEN_TEST_BASE_URL: 'https://sandbox.example/dummy-connector/',
    });
    expect(lanes).toEqual(['shared', 'big_shop']);
    expect(baseUrls.adyen_test).toBe('https://sandbox.example/dummy-connector');
  });

  it.each([
    ['a lane that can have no topics', { LANES: 'shared,Big shop' }, 'LANES must be a list'],
    [
      'an Apple Pay gateway that is not Apple’s',
      { APPLE_PAY_GATEWAY: 'https://apple.example' },
      'APPLE_PAY_GATEWAY is not',
    ],
    ['an Apple Pay gateway without TLS', { APPLE_PAY_GATEWAY: 'http://a.apple.com' }, 'must be an https:// URL'],
    ['an issuer of the sandbox', { APPLE_PAY_GATEWAY_CA: pem }, 'APPLE_PAY_GATEWAY_CA is set'],
    ['networks of a test set-up', { EGRESS_ALLOW: '127.0.0.1/32' }, 'EGRESS_ALLOW is set'],
    ['a lease that may outlast the wait for "not found"', { LEASE_MS: '60s' }, 'less than twice CALL_TIMEOUT_MS'],
  ])('the configuration refuses %s', (_, wrong, problem) => {
    expect(() => parseConfig({ ...env, ...wrong })).toThrow(problem);
  });

  it('the configuration refuses half a key pair in production, and its error does not contain the key', () => {
    const half = JSON.stringify([{ kty: 'OKP', crv: 'X25519', kid: 'k', x: key.x }]);
    const read = () => parseConfig({ ...env, SEALING_PRIVATE_KEYS: half });
    expect(read).toThrow(/^the configuration has 1 problem\(s\):\n {2}- SEALING_PRIVATE_KEYS /);
    expect(read).not.toThrow(key.x);
  });
});
