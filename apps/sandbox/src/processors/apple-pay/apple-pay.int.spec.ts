import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, testMerchantIdentity } from '@payorch/harness';
import { Agent, request } from 'undici';
import { RunningSandbox } from '../../../test/running-sandbox';
import { testCertificate, testCertificateKey } from '../../kit/tls/test-certificate';

const pem = (text: string): string => Buffer.from(text, 'base64').toString();
const ca = readFileSync(path.resolve(__dirname, '../../../test-certificate.pem'), 'utf8');
const merchant = { cert: pem(testMerchantIdentity.certificate), key: pem(testMerchantIdentity.certificate_keys) };
const body = {
  merchantIdentifier: testMerchantIdentity.merchant_identifier,
  displayName: 'Acme',
  initiative: 'web',
  initiativeContext: 'shop.example',
};
const place = '/paymentservices/paymentSession';
const registration = {
  domainNames: ['pay.shop.example'],
  encryptTo: testMerchantIdentity.merchant_identifier,
  partnerInternalMerchantIdentifier: 'acme',
  partnerMerchantName: 'Acme',
};

let sandbox: RunningSandbox;
let tlsPort: number;

beforeAll(async () => {
  tlsPort = await freePort();
  sandbox = await RunningSandbox.start(undefined, { SANDBOX_TLS_PORT: String(tlsPort) });
});
afterAll(() => sandbox.stop());

async function send(path: string, body: object, client: object) {
  const dispatcher = new Agent({ connect: { ca, ...client } });
  const sent = { method: 'POST', dispatcher, body: JSON.stringify(body) } as const;
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await request(`https://127.0.0.1:${tlsPort}${path}`, { ...sent, headers });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
  } finally {
    await dispatcher.destroy();
  }
}

const validate = (change: object = {}, client: object = merchant) => send(place, { ...body, ...change }, client);

it('the file that clients trust is the certificate of the sandbox', () => expect(ca).toBe(pem(testCertificate)));

it('a merchant with its certificate gets a session for its domain, and the ledger has the request', async () => {
  expect(await validate()).toMatchObject({ status: 200, body: { domainName: 'shop.example', displayName: 'Acme' } });
  const { entries } = await sandbox.json('GET', '/control/ledger');
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'merchant_validation', reference: 'shop.example' }));
});

it('a merchant is refused under the name of another one, in the form of Apple', async () => {
  const { status, body: refused } = await validate({ merchantIdentifier: 'merchant.example.other' });
  expect([status, refused['statusCode']]).toEqual([417, '417']);
});

it('a merchant with its certificate registers its domains, and the ledger has the first one', async () => {
  const { status } = await send('/paymentservices/registerMerchant', registration, merchant);
  const { entries } = await sandbox.json('GET', '/control/ledger');
  const registered = { kind: 'domain_registration', reference: 'pay.shop.example' };
  expect([status, entries]).toEqual([200, expect.arrayContaining([expect.objectContaining(registered)])]);
});

it('a client without a certificate, or with one of another issuer, has no connection', async () => {
  await expect(validate({}, {})).rejects.toThrow();
  const foreign = { cert: merchant.cert, key: pem(testCertificateKey) };
  await expect(validate({}, foreign)).rejects.toThrow();
});

it('a client over plain HTTP has no merchant', async () => {
  const { status, text } = await sandbox.call('POST', place, body);
  expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ statusCode: '400' })]);
});
