import { aMerchant, ok, paymentBody, sharedSystem, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import type { AppName } from '@payorch/provisioning';
import { bodyOf, pick, randomFrom, textOf } from './mutated-bodies';
import { openapi } from '../../support/wire';

const seed = 20_260_105;
const requests = 2_000;
const atOnce = 16;

const system = sharedSystem();
/** The merchant whose keys, profile and accounts the mutated requests change. */
let victim: TestMerchant;
/** The merchant of the payments: with constantly changing settings every payment would be refused with 503. */
let payer: TestMerchant;
const listened = ['gateway', 'payments', 'routing', 'connector-worker', 'webhooks'] as const;
/** The length of each app's log before the test. */
const logged: Partial<Record<AppName, number>> = {};
beforeAll(async () => {
  victim = await aMerchant(system);
  payer = await aMerchant(system);
  for (const app of listened) logged[app] = system.logs(app).length;
});

interface Route {
  /** With the query that the operation requires: an error in a query is plain text. */
  readonly path: string;
  readonly schema: Json;
}

const queryOf = ({ parameters = [] }: Json): string => {
  const required = parameters.filter((parameter: Json) => parameter.in === 'query' && parameter.required);
  const values = required.map(({ name, schema }: Json) => [name, String(bodyOf(schema, randomFrom(seed), 0))]);
  return values.length > 0 ? `?${new URLSearchParams(values)}` : '';
};

/** What answers a browser with a page is not for clients of the interface. */
const isPage = ({ responses }: Json): boolean => responses['200']?.content?.['text/html'] !== undefined;

const routes: readonly Route[] = Object.entries(openapi.paths).flatMap(([path, { post }]) =>
  post && !isPage(post)
    ? [{ path: path + queryOf(post), schema: post.requestBody?.content['application/json']?.schema ?? {} }]
    : [],
);

const apiOf = (path: string) => {
  if (/^\/(accounts|api_keys)/.test(path)) return system.admin;
  return path.startsWith('/payments') ? payer.api : victim.api;
};

/** Answers must not reveal code or stores. */
const insides =
  /\bat .+:\d+:\d+|node_modules|\.[cm]?[jt]s\b|TypeError|ReferenceError|ZodError|SELECT |relation "|Kafka|ECONN/;

function faultOf({ status, body, text }: Answer): string | undefined {
  if (insides.test(text)) return 'shows its insides';
  if (status === 200) return typeof body === 'object' ? undefined : 'no object';
  const error: Json = body?.error;
  // A feature that is not implemented has its own error code.
  const isKnown = (status >= 400 && status < 500) || (status === 501 && error?.code === 'IR_00');
  if (!isKnown) return 'neither 2xx nor 4xx';
  const kind = error?.type ?? error?.error_type;
  const isShaped =
    kind === 'invalid_request' && typeof error.message === 'string' && /^[A-Z]{2}_\d\d$/.test(error.code);
  return isShaped ? undefined : 'another shape';
}

it(`${requests} mutated requests over every POST get answers of the published interface (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const key = ok(await system.admin.post(`/api_keys/${victim.merchantId}`, { name: 'spare', expiration: 'never' }));
  const made: Json[] = await Promise.all(
    [{ confirm: false }, { capture_method: 'manual' }, {}].map((more) =>
      payer.api.post('/payments', paymentBody(more)).then(ok),
    ),
  );
  ok(await victim.api.post('/customers', { customer_id: 'cus_mutated' }));
  const ids: Record<string, readonly string[]> = {
    account_id: [victim.merchantId],
    merchant_id: [victim.merchantId],
    key_id: [key.key_id, 'dev_none'],
    profile_id: [victim.profileId, 'pro_none'],
    merchant_connector_id: [victim.connectors['stripe_test'].merchant_connector_id, 'mca_none'],
    customer_id: ['cus_mutated', 'cus_none', 'a%20b'],
    payment_id: [...made.map(({ payment_id }) => payment_id as string), 'pay_none', 'a%20b', 'a'.repeat(100)],
  };
  const plans = Array.from({ length: requests }, (_, index) => {
    const { path, schema } = routes[index % routes.length]!;
    const text = textOf(bodyOf(schema, random, pick(random, [0, 0.02, 0.1, 0.3])), random);
    const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => pick(random, ids[name] ?? ['x']));
    return { path: filled, text, api: apiOf(path) };
  });

  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  const post = async () => {
    for (let plan = plans.shift(); plan; plan = plans.shift()) {
      const answer = await plan.api.raw('POST', plan.path, plan.text, { 'content-type': 'application/json' });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const fault = faultOf(answer);
      if (fault) faults.push(`${fault}: ${plan.path} ${plan.text} -> ${answer.status} ${answer.text.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, post));

  expect(faults).toEqual([]);
  // Some requests must pass the first validation, or the test proves little.
  expect(statuses[200]).toBeGreaterThan(requests / 20);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '404', '422']));
  for (const app of listened)
    expect([
      app,
      system
        .logs(app)
        .slice(logged[app])
        .split('\n')
        .filter((line) => /"level":"(error|fatal)"/.test(line)),
    ]).toEqual([app, []]);
  expect(ok(await payer.api.post('/payments', paymentBody())).status).toBe('succeeded');
});
