import type { HttpRequest } from '@payorch/connector-kit';
import { registry, type ConnectorName } from '@payorch/connectors';
import { silentLogger } from '@payorch/platform/telemetry';
import { Shop } from '../../test/builders';
import type { Called } from '../calls/processor-call';
import { unknownBecause } from '../domain/outcomes';
import { WebhookRegistrar } from './register-webhook';

const shop = new Shop();
const webhookUrl = 'https://switch.example/webhooks/acme/mca_1';
const marked = { registered_by: 'payorch' };
const endpoint = (id: string, more: object = {}) => ({ id, url: webhookUrl, metadata: marked, ...more });
const listOf = (...data: readonly object[]) => ({ object: 'list', data, has_more: false });
const reply = (body: object, status = 200): Called => ({
  kind: 'reply',
  reply: { status, headers: {}, body: JSON.stringify(body) },
});
const created = reply({ id: 'we_new', secret: 'whsec_new' });
const lost: Called = { kind: 'failed', outcome: unknownBecause('NOT_CALLED') };
const invalidKey = reply({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }, 401);

/** The answer to a query, and the calls that it took: each with its method and the end of its path. */
async function register(
  answers: Called[],
  { known = null as string | null, connector = 'stripe' as ConnectorName, isOpened = true, withinMs = 3_000 } = {},
) {
  const calls: HttpRequest[] = [];
  const details = { auth_type: 'HeaderKey', api_key: 'sk_1' };
  const baseUrl = 'https://processor.example';
  const bound = registry[connector].bind({ details, metadata: null, baseUrl, webhookUrl })!;
  const opened = { connector: registry[connector], bound, pin: '1', webhookSecrets: [] };
  const registrar = new WebhookRegistrar({
    accounts: { caughtUp: async () => undefined, account: () => (isOpened ? opened : undefined) },
    processor: {
      send: async (request) => {
        calls.push(request);
        return answers.shift() ?? lost;
      },
    },
    clock: { now: () => new Date(0) },
    logger: silentLogger,
  });
  const query = { merchantId: shop.merchantId, account: { ...shop.account, connector }, knownEndpointId: known };
  const answer = await registrar.run(query, withinMs, 1);
  return { answer, calls, made: calls.map(({ method, url }) => `${method} ${url.split('/v1/')[1]}`) };
}
const list = 'GET webhook_endpoints?limit=100';
const done = (id: string) => reply({ id, object: 'webhook_endpoint' });

it('the first registration creates an endpoint at the URL of the account, for the events that the connector reads', async () => {
  const { answer, calls, made } = await register([reply(listOf()), created]);
  expect(answer).toEqual({ kind: 'registered', endpointId: 'we_new', secret: 'whsec_new' });
  expect(made).toEqual([list, 'POST webhook_endpoints']);
  const form = new URLSearchParams((calls[1]!.body ?? '').toString());
  expect(form.get('url')).toBe(webhookUrl);
  expect([...form.values()]).toContain('payment_intent.succeeded');
  expect(form.get('metadata[registered_by]')).toBe('payorch');
  expect([...form.values()]).not.toContain('*');
});

it.each<[string, Called[], string | null, object, string[]]>([
  [
    'a known endpoint is enabled again',
    [reply(listOf(endpoint('we_1'))), done('we_1')],
    'we_1',
    { kind: 'registered', endpointId: 'we_1', secret: null },
    [list, 'POST webhook_endpoints/we_1'],
  ],
  [
    'endpoints of lost answers are removed once there is a new one',
    [reply(listOf(endpoint('we_1'))), created, done('we_1')],
    null,
    { kind: 'registered', endpointId: 'we_new', secret: 'whsec_new' },
    [list, 'POST webhook_endpoints', 'DELETE webhook_endpoints/we_1'],
  ],
  [
    'an endpoint that cannot be removed stays',
    [reply(listOf(endpoint('we_1'))), created, lost],
    null,
    { kind: 'registered', endpointId: 'we_new', secret: 'whsec_new' },
    [list, 'POST webhook_endpoints', 'DELETE webhook_endpoints/we_1'],
  ],
  [
    'endpoints without our mark and at other URLs are left alone',
    [reply(listOf(endpoint('we_1', { metadata: {} }), endpoint('we_2', { url: 'https://shop.example' }))), created],
    null,
    { kind: 'registered', endpointId: 'we_new', secret: 'whsec_new' },
    [list, 'POST webhook_endpoints'],
  ],
  [
    'a known endpoint that is gone is made anew',
    [reply(listOf()), created],
    'we_1',
    { kind: 'registered', endpointId: 'we_new', secret: 'whsec_new' },
    [list, 'POST webhook_endpoints'],
  ],
  ['a wrong key creates nothing', [invalidKey], null, { kind: 'refused' }, [list]],
  ['a list without an answer creates nothing', [lost], null, { kind: 'unanswered' }, [list]],
  ['a list with a fault creates nothing', [reply({}, 500)], null, { kind: 'unanswered' }, [list]],
  [
    'a creation without an answer removes nothing',
    [reply(listOf(endpoint('we_1'))), lost],
    null,
    { kind: 'unanswered' },
    [list, 'POST webhook_endpoints'],
  ],
  [
    'a creation without a secret is no registration',
    [reply(listOf()), reply({ id: 'we_1' })],
    null,
    { kind: 'unanswered' },
    [list, 'POST webhook_endpoints'],
  ],
])('%s', async (_, answers, known, expected, calls) => {
  const { answer, made } = await register(answers, { known });
  expect(answer).toMatchObject(expected);
  expect(made).toEqual(calls);
});

it('no processor is called for an account that cannot be opened, without an interface, or past the deadline', async () => {
  const answers = [
    await register([], { isOpened: false }),
    await register([], { connector: 'stripe_test' }),
    await register([], { withinMs: 0 }),
  ];
  expect(answers.map(({ answer, calls }) => [answer.kind, calls.length])).toEqual([
    ['unusable', 0],
    ['not_supported', 0],
    ['unanswered', 0],
  ]);
});
