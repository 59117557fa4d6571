import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { newBrokerSecurity, testMerchantIdentity } from '@payorch/harness';
import { networks } from '@payorch/platform/egress';
import { ApplePayGateway, type ApplePayGatewayOptions } from './apple-pay-gateway';
import type { MerchantIdentity } from './merchant-identity';

const pem = (text: string): string => Buffer.from(text, 'base64').toString();
const identity: MerchantIdentity = {
  certificate: pem(testMerchantIdentity.certificate),
  privateKey: pem(testMerchantIdentity.certificate_keys),
  request: {
    merchantIdentifier: 'merchant.example.acme',
    displayName: 'Acme',
    initiative: 'web',
    initiativeContext: 'shop.example',
  },
};

interface Response {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}
/** What the server answers; null: nothing. */
let response: Response | null;
let received: { readonly url: string | undefined; readonly subject: string | undefined; readonly body: string }[];
let connections: number;
let server: Server;
let ca: string;
const folder = mkdtempSync(path.join(tmpdir(), 'payorch-tls-'));

beforeAll(async () => {
  // A certificate of this machine.
  const security = newBrokerSecurity(folder);
  const keyAndCertificate = readFileSync(security.pemFile);
  ca = security.ca;
  const options = { cert: keyAndCertificate, key: keyAndCertificate, requestCert: true, rejectUnauthorized: false };
  server = createServer(options, (request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const subject = (request.socket as TLSSocket).getPeerX509Certificate()?.subject;
      received.push({ url: request.url, subject, body: Buffer.concat(chunks).toString() });
      if (response) reply.writeHead(response.status, response.headers).end(response.body);
    });
  });
  server.on('secureConnection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  [received, connections] = [[], 0];
  response = { status: 200, body: '{"nonce": "ab12"}' };
});

const url = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
const gateway = (change: Partial<ApplePayGatewayOptions> = {}): ApplePayGateway =>
  new ApplePayGateway({
    url: url(),
    ca,
    connectTimeoutMs: 10_000,
    policy: { allowed: networks(['127.0.0.1/32'])!, ports: new Set([443]), httpsOnly: true },
    ...change,
  });

it('a validation shows the certificate of the merchant and the names of the shop', async () => {
  expect(await gateway().validate(identity, 10_000)).toEqual({ kind: 'validated', session: { nonce: 'ab12' } });
  const [request] = received;
  expect(request?.url).toBe('/paymentservices/paymentSession');
  expect(request?.subject).toContain('UID=merchant.example.acme');
  expect(JSON.parse(request?.body ?? '')).toEqual(identity.request);
});

it('a registration shows the certificate of the merchant and names its domains', async () => {
  response = { status: 200, body: '' };
  const domainNames = ['shop.example', 'pay.shop.example'];
  expect(await gateway().register(identity, domainNames, 10_000)).toEqual({ kind: 'registered' });
  const [request] = received;
  expect(request?.url).toBe('/paymentservices/registerMerchant');
  expect(request?.subject).toContain('UID=merchant.example.acme');
  expect(JSON.parse(request?.body ?? '')).toEqual({
    domainNames,
    encryptTo: 'merchant.example.acme',
    partnerInternalMerchantIdentifier: 'merchant.example.acme',
    partnerMerchantName: 'Acme',
  });
});

it.each<[number, object]>([
  [400, { kind: 'refused', status: 400 }],
  [503, { kind: 'unanswered', cause: 'HTTP 503' }],
])('an answer %i registers no domain', async (status, expected) => {
  response = { status, body: '{}' };
  expect(await gateway().register(identity, ['shop.example'], 10_000)).toEqual(expected);
});

it('two validations never share a connection', async () => {
  const one = gateway();
  await one.validate(identity, 10_000);
  await one.validate(identity, 10_000);
  expect([connections, received.length]).toEqual([2, 2]);
});

it.each<[string, Response, object]>([
  ['a refusal', { status: 417, body: '{"statusCode": "417"}' }, { kind: 'refused', status: 417 }],
  ['a fault of Apple', { status: 503, body: '' }, { kind: 'unanswered', cause: 'HTTP 503' }],
  ['another text', { status: 200, body: '<html>' }, { kind: 'unanswered', cause: 'HTTP 200' }],
  ['a list', { status: 200, body: '[]' }, { kind: 'unanswered', cause: 'HTTP 200' }],
  [
    'a long answer',
    { status: 200, body: JSON.stringify({ a: 'x'.repeat(70_000) }) },
    { kind: 'unanswered', cause: 'response_too_large' },
  ],
  [
    'a redirect, which is not followed',
    { status: 302, body: '', headers: { location: '/elsewhere' } },
    { kind: 'unanswered', cause: 'HTTP 302' },
  ],
])('%s is no session', async (_, sent, expected) => {
  response = sent;
  expect(await gateway().validate(identity, 10_000)).toEqual(expected);
  expect(received).toHaveLength(1);
});

it('a validation without an answer ends by its timeout', async () => {
  response = null;
  const begun = performance.now();
  expect(await gateway().validate(identity, 2_000)).toEqual({ kind: 'unanswered', cause: 'timeout' });
  expect(performance.now() - begun).toBeLessThan(8_000);
});

describe('nothing is sent', () => {
  const unanswered = async (cause: string, change: Partial<ApplePayGatewayOptions>, by = identity) => {
    expect(await gateway(change).validate(by, 10_000)).toEqual({ kind: 'unanswered', cause });
    expect(received).toEqual([]);
  };

  it('to a server whose issuer is not trusted', () => unanswered('tls_failed', { ca: '' }));

  it('to a closed network', () =>
    unanswered('the URL leads to a closed address', {
      policy: { allowed: networks([])!, ports: new Set([443]), httpsOnly: true },
    }));

  it('without TLS', () => unanswered('the URL is not https', { url: 'http://127.0.0.1' }));

  it('with a certificate that TLS cannot use', () =>
    unanswered('tls_failed', {}, { ...identity, privateKey: identity.certificate }));
});
