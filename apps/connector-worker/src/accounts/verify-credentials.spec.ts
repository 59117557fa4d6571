import type { Outcome } from '@payorch/contracts';
import type { HttpReply, HttpRequest } from '@payorch/connector-kit';
import { connectorNames, type ConnectorName } from '@payorch/connectors';
import { silentLogger } from '@payorch/platform/telemetry';
import { Shop } from '../../test/builders';
import type { CallBy, Called } from '../calls/processor-call';
import { unknownBecause } from '../domain/outcomes';
import { purposes } from '../sealed/purposes';
import { CredentialsVerifier, type VerifyQuery } from './verify-credentials';

const shop = new Shop();
const key = 'sk_of_this_account_alone';
const details = { auth_type: 'HeaderKey', api_key: key };
const baseUrls = Object.fromEntries(connectorNames.map((name) => [name, 'https://processor.example'])) as Record<
  ConnectorName,
  string
>;

const queryOf = (connector: string, sent: object = details, changes: Partial<VerifyQuery> = {}): VerifyQuery => {
  const reference = 'verify_1';
  const sealedCredentials = shop.keys.seal(JSON.stringify(sent), reference, shop.merchantId, purposes.credentials);
  return { merchantId: shop.merchantId, connector, reference, sealedCredentials, ...changes };
};
const reply = (status: number, body: object): Called => ({
  kind: 'reply',
  reply: { status, headers: {}, body: JSON.stringify(body) } as HttpReply,
});

/** The verdict about credentials, with the calls that it took. */
async function verify(query: VerifyQuery, called: Called) {
  const calls: { request: HttpRequest; by: CallBy }[] = [];
  const send = async (request: HttpRequest, by: CallBy): Promise<Called> => {
    calls.push({ request, by });
    return called;
  };
  const options = { keys: shop.keys.privateKeys, baseUrls, processor: { send }, logger: silentLogger };
  return { verdict: await new CredentialsVerifier(options).run(query, 3_000), calls };
}

const nothingFound = { object: 'search_result', data: [], has_more: false };
const invalidKey = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } };
const failed: Outcome = unknownBecause('NOT_CALLED');

it.each<[string, string, Called, object]>([
  ['a search that finds nothing', 'stripe', reply(200, nothingFound), { kind: 'verified' }],
  [
    'a lookup of an unknown payment',
    'stripe_test',
    reply(404, { error: { type: 'invalid_request', code: 'DC_01', message: 'x' } }),
    { kind: 'verified' },
  ],
  [
    'an invalid key',
    'stripe',
    reply(401, invalidKey),
    { kind: 'refused', error: { message: 'Invalid API Key provided' } },
  ],
  ['a key without the right', 'stripe', reply(403, invalidKey), { kind: 'refused' }],
  ['an unreadable refusal', 'stripe', reply(401, {}), { kind: 'refused' }],
  ['a fault of the processor', 'stripe', reply(500, invalidKey), { kind: 'unanswered' }],
  ['too many requests', 'stripe', reply(429, invalidKey), { kind: 'unanswered' }],
  ['no answer', 'stripe', { kind: 'failed', outcome: failed }, { kind: 'unanswered' }],
])('%s is a verdict about the credentials', async (_, connector, called, verdict) => {
  const { verdict: given, calls } = await verify(queryOf(connector), called);
  expect(given).toMatchObject(verdict);
  expect(calls.map(({ request, by }) => [request.method, by.withinMs])).toEqual([['GET', 3_000]]);
  expect(JSON.stringify(given)).not.toContain(key);
});

it.each<[string, Called, object]>([
  ['a list that is empty', reply(200, []), { kind: 'verified' }],
  ['an unknown token', reply(401, { error: 'invalid_token', error_description: 'Invalid token' }), { kind: 'refused' }],
  ['a fault of the processor', reply(500, {}), { kind: 'unanswered' }],
])('%s is a verdict about the credentials of a connector that only pays out', async (_, called, verdict) => {
  const wise = { auth_type: 'BodyKey', api_key: `Bearer ${key}`, key1: '12345' };
  const { verdict: given, calls } = await verify(queryOf('wise', wise), called);
  expect(given).toMatchObject(verdict);
  expect(calls.map(({ request, by }) => [request.method, by.flow])).toEqual([['GET', 'payoutSync']]);
  expect(JSON.stringify(given)).not.toContain(key);
});

it.each<[string, VerifyQuery]>([
  ['that do not fit the connector', queryOf('stripe', { auth_type: 'NoKey' })],
  ['of an unknown connector', queryOf('acme')],
  ['that are sealed for another query', queryOf('stripe', details, { reference: 'verify_2' })],
  ['that are sealed for another merchant', queryOf('stripe', details, { merchantId: new Shop().merchantId })],
])('credentials %s are unusable, and cause no call', async (_, query) =>
  expect(await verify(query, reply(200, nothingFound))).toEqual({ verdict: { kind: 'unusable' }, calls: [] }),
);
