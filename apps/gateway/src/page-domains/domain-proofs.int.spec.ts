import { newBrokerSecurity } from '@payorch/harness';
import { guardedConnector, networks } from '@payorch/platform/egress';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { buildConnector } from 'undici';
import { DomainProofs, type DomainProofsOptions, type ResolveTxt } from './domain-proofs';

const domain = { domain: 'localhost', challenge: 'the-challenge-of-acme' };
const value = 'payorch-domain-verification=the-challenge-of-acme';
const policy = { allowed: networks(['127.0.0.1/32'])!, ports: new Set([443]), httpsOnly: true };
const folder = mkdtempSync(path.join(tmpdir(), 'payorch-tls-'));
let server: Server;
let security: ReturnType<typeof newBrokerSecurity>;
/** What the server answers; null: nothing. */
let answer: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> } | null;
let paths: (string | undefined)[];

beforeAll(async () => {
  security = newBrokerSecurity(folder);
  const pem = readFileSync(security.pemFile);
  server = createServer({ cert: pem, key: pem }, (request, reply) => {
    paths.push(request.url);
    if (answer) reply.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  paths = [];
  answer = { status: 404, body: '' };
});

/** The server has another port than 443, and a certificate of this machine. */
function connect(): buildConnector.connector {
  const pem = readFileSync(security.pemFile).toString();
  const tls = { cert: pem, key: pem, ca: [security.ca] };
  const open = guardedConnector(policy, 2_000, async () => [{ address: '127.0.0.1', family: 4 }], tls);
  const port = String((server.address() as AddressInfo).port);
  return (options, callback) => open({ ...options, port }, callback);
}

const none: ResolveTxt = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
const check = (change: Partial<DomainProofsOptions> = {}) =>
  new DomainProofs({ policy, resolveTxt: none, timeoutMs: 1_000, connect: connect(), ...change }).check(domain);

describe('the file under /.well-known', () => {
  it.each([
    ['found', 200, domain.challenge],
    ['found', 200, `${domain.challenge}\n`],
    ['different', 200, `${domain.challenge}x`],
    ['different', 200, ''],
    ['different', 403, domain.challenge],
    ['missing', 404, domain.challenge],
    ['missing', 410, ''],
    ['unreachable', 200, 'x'.repeat(2_000)],
  ])('is %s for HTTP %d', async (result, status, body) => {
    answer = { status, body };
    expect(await check()).toEqual({ record: 'missing', file: result });
    expect(paths).toEqual(['/.well-known/payorch-domain-verification']);
  });

  it('is not read behind a redirect', async () => {
    answer = { status: 302, body: '', headers: { location: '/elsewhere' } };
    expect(await check()).toMatchObject({ file: 'different' });
    expect(paths).toHaveLength(1);
  });

  it('is unreachable where the server is silent, or its address or certificate is not accepted', async () => {
    answer = null;
    expect(await check({ timeoutMs: 300 })).toMatchObject({ file: 'unreachable' });
    answer = { status: 200, body: domain.challenge };
    const closed = { ...policy, allowed: networks([])! };
    expect(await check({ policy: closed, connect: guardedConnector(closed, 1_000) })).toMatchObject({
      file: 'unreachable',
    });
    expect(paths).toHaveLength(1);
  });
});

describe('the TXT record', () => {
  it.each<[string, string[][]]>([
    ['found', [[value]]],
    ['found', [['v=spf1'], [value.slice(0, 20), value.slice(20)]]],
    ['different', [[domain.challenge]]],
    ['different', [[`${value}x`]]],
    ['missing', []],
  ])('is %s for %j', async (result, records) => {
    const names: string[] = [];
    const resolveTxt: ResolveTxt = async (name) => {
      names.push(name);
      return records;
    };
    expect(await check({ resolveTxt })).toEqual({ record: result, file: 'missing' });
    expect(names).toEqual(['_payorch-challenge.localhost']);
  });

  it.each([
    ['ENODATA', 'missing'],
    ['ETIMEOUT', 'unreachable'],
    ['ESERVFAIL', 'unreachable'],
  ])('with the resolver error %s is %s', async (code, result) => {
    const resolveTxt: ResolveTxt = () => Promise.reject(Object.assign(new Error('no'), { code }));
    expect(await check({ resolveTxt })).toMatchObject({ record: result });
  });
});
