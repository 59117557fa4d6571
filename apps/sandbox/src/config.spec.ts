import { readSandboxConfig } from './config';

const env = { SANDBOX_LEDGER: '/tmp/ledger.jsonl' };

it('the configuration requires only the path of the ledger', () => {
  expect(readSandboxConfig(env)).toMatchObject({
    mode: 'development',
    httpPort: 8090,
    publicUrl: null,
    tlsPort: null,
    webhookSecret: 'whsec_sandbox',
    latency: { kind: 'fixed', ms: 0 },
    processors: {
      stripe: {
        secretKey: 'sk_test_sandbox',
        webhookSecret: 'whsec_sandbox_stripe',
        webhookUrl: null,
        settleAfterMs: 1000,
        maxEndedRetained: 10_000,
      },
    },
  });
});

it('the configuration refuses production mode', () => {
  expect(() => readSandboxConfig({ ...env, MODE: 'production' })).toThrow('MODE must be development');
});

it.each([
  ['reference', { kind: 'reference' }],
  ['100', { kind: 'fixed', ms: 100 }],
])('SANDBOX_LATENCY=%s sets the latency', (SANDBOX_LATENCY, latency) => {
  expect(readSandboxConfig({ ...env, SANDBOX_LATENCY }).latency).toEqual(latency);
});

it('SANDBOX_TLS_PORT accepts a port only', () => {
  const portOf = (text: string) => readSandboxConfig({ ...env, SANDBOX_TLS_PORT: text }).tlsPort;
  expect(portOf('8091')).toBe(8_091);
  for (const text of ['0', '65536', 'https']) expect(() => portOf(text)).toThrow('SANDBOX_TLS_PORT');
});

it('SANDBOX_PUBLIC_URL accepts an origin only', () => {
  const publicUrlOf = (text: string) => readSandboxConfig({ ...env, SANDBOX_PUBLIC_URL: text }).publicUrl;
  expect(publicUrlOf('https://bank.example/')).toBe('https://bank.example');
  expect(() => publicUrlOf('bank.example')).toThrow('SANDBOX_PUBLIC_URL');
});
