import type { RouteDecision } from '@payorch/contracts';
import { explanationOf } from '@payorch/contracts';
import type { MerchantConnectorId, RoutingAlgorithmId } from '@payorch/kernel';
import { placeOf } from '@payorch/routing-rules';
import { spawn } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const key = 'snd_a_secret';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

/** A gateway that answers by path; `seen` has each request with the key that it brought. */
async function gateway(answers: Readonly<Record<string, Answer>>) {
  const seen: { path: string; apiKey: unknown }[] = [];
  const server = http.createServer((request, response) => {
    const { url = '', headers } = request;
    seen.push({ path: url, apiKey: headers['api-key'] });
    const { status, body, location } = answers[url] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const { PAYORCH_API_KEY: _, ...withoutKey } = process.env;

function route(args: readonly string[], env: NodeJS.ProcessEnv = { PAYORCH_API_KEY: key }) {
  const child = spawn(process.execPath, ['tools/route.mjs', 'replay', ...args], {
    cwd: root,
    env: { ...withoutKey, ...env },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part: Buffer) => (output[name] += String(part)));
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (status) => resolve({ status, ...output })),
  );
}

const account = (id: string) => ({ merchantConnectorId: id as MerchantConnectorId, connector: 'stripe' });
const share = (id: string) => ({ connector: { connector: 'stripe', merchant_connector_id: id }, split: 50 });
const algorithm = { type: 'volume_split', data: [share('mca_1'), share('mca_2')] };
const draw = placeOf('pay_1_1');
const order = draw < 50 ? ['mca_1', 'mca_2'] : ['mca_2', 'mca_1'];
const decision: RouteDecision = {
  source: 'active',
  algorithmId: 'routing_1' as RoutingAlgorithmId,
  routingVersion: 7,
  accountVersion: 9,
  rule: null,
  draw,
  fellBack: false,
  facts: { values: {} },
  candidates: order.map((id) => ({ ...account(id), filter: null })),
};
const attemptOf = (recorded: RouteDecision | null) => ({
  attempt_id: 'pay_1_1',
  fallback_of: null,
  taken: null,
  decision: recorded && explanationOf(recorded),
});
const routingOf = (recorded: RouteDecision | null): Answer => ({
  status: 200,
  body: { payment_id: 'pay_1', requested: null, attempts: [attemptOf(recorded)] },
});
const stored = { '/routing/routing_1': { status: 200, body: { id: 'routing_1', algorithm } } };

it('a decision is read with its record, and replays to itself', async () => {
  const { url, seen, close } = await gateway({ '/payments/pay_1/routing': routingOf(decision), ...stored });
  const { status, stdout, stderr } = await route(['--payment', 'pay_1', '--url', url]);
  await close();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('pay_1_1: the same, byte by byte');
  expect(stdout).toContain(`recorded ${draw}\n             replayed ${draw}\n`);
  expect(seen).toEqual([
    { path: '/payments/pay_1/routing', apiKey: key },
    { path: '/routing/routing_1', apiKey: key },
  ]);
});

it('a decision that differs is printed beside the replay, with exit code 2', async () => {
  const changed = { ...decision, candidates: decision.candidates.toReversed() };
  const { url, close } = await gateway({ '/payments/pay_1/routing': routingOf(changed), ...stored });
  const text = await route(['--payment', 'pay_1', '--url', url]);
  const json = await route(['--payment', 'pay_1', '--url', url, '--json']);
  await close();
  expect(text).toMatchObject({
    status: 3,
    stdout: expect.stringContaining(`replayed ${order.join(', ')}   <- differs`),
  });
  expect(json.status).toBe(3);
  const answer = JSON.parse(json.stdout) as { same: boolean; attempts: { recorded: unknown; replayed: unknown }[] };
  expect(answer).toMatchObject({
    payment_id: 'pay_1',
    same: false,
    attempts: [{ attempt_id: 'pay_1_1', same: false }],
  });
  expect(answer.attempts[0]?.recorded).toEqual(JSON.parse(JSON.stringify(explanationOf(changed))));
  expect(answer.attempts[0]?.replayed).toEqual(JSON.parse(JSON.stringify(explanationOf(decision))));
});

it('the key never follows a redirect', async () => {
  const other = await gateway({ '/payments/pay_1/routing': routingOf(decision) });
  const location = `${other.url}/payments/pay_1/routing`;
  for (const status of [301, 302, 307, 308]) {
    const first = await gateway({ '/payments/pay_1/routing': { status, location } });
    const answer = await route(['--payment', 'pay_1', '--url', first.url]);
    await first.close();
    expect(answer).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${status}, a redirect, which is not followed`),
    });
  }
  await other.close();
  expect(other.seen).toEqual([]);
});

it.each<[string, Readonly<Record<string, Answer>>, string]>([
  [
    'a refusal of the gateway',
    {
      '/payments/pay_1/routing': { status: 404, body: { error: { code: 'HE_02', message: 'Payment does not exist' } } },
    },
    '404 HE_02 Payment does not exist',
  ],
  ['an answer that is no explanation', { '/payments/pay_1/routing': { status: 200, body: [] } }, 'Invalid input'],
  ['a payment without a decision', { '/payments/pay_1/routing': routingOf(null) }, 'pay_1 has no recorded decision'],
  ['a record that is gone', { '/payments/pay_1/routing': routingOf(decision) }, '/routing/routing_1: 404'],
])('%s is an error', async (_, answers, text) => {
  const { url, close } = await gateway(answers);
  const { status, stdout, stderr } = await route(['--payment', 'pay_1', '--url', url]);
  await close();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(text);
  expect(stderr).not.toContain(key);
});

it.each<[readonly string[], NodeJS.ProcessEnv, number, string]>([
  [[], { PAYORCH_API_KEY: key }, 2, '--payment is missing'],
  [['--payment', 'pay_1'], {}, 1, 'PAYORCH_API_KEY is missing'],
  [['--payment', 'pay_1', '--url', 'file:///etc/passwd'], { PAYORCH_API_KEY: key }, 1, 'no http(s) address'],
  [['--payment', 'pay_1', '--url', 'http://127.0.0.1:1'], { PAYORCH_API_KEY: key }, 1, 'bad port'],
])('%j with %j ends with %i', async (args, env, code, text) => {
  const { status, stderr } = await route(args, env);
  expect(status).toBe(code);
  expect(stderr).toContain(text);
});
