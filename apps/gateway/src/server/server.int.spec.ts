import 'reflect-metadata';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { metrics } from '@payorch/platform/telemetry';
import fc from 'fast-check';
import { Agent, get, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { servePayments } from '../../test/plain-server';
import { serverOptions } from './server';

describe('the server under Nest', () => {
  let app: NestFastifyApplication;
  const lines: (readonly [string, Readonly<Record<string, unknown>>, string])[] = [];
  const log = {
    debug: (facts: unknown, message?: string) =>
      void lines.push(['debug', facts as Record<string, unknown>, message ?? '']),
    info: (facts: unknown, message?: string) =>
      void lines.push(['info', facts as Record<string, unknown>, message ?? '']),
    error: (facts: unknown, message?: string) =>
      void lines.push(['error', facts as Record<string, unknown>, message ?? '']),
  };

  beforeAll(async () => {
    app = await servePayments(log);
  });
  afterAll(() => app.close());
  beforeEach(() => void (lines.length = 0));

  const key = { 'api-key': 'secret' };
  const json = { 'content-type': 'application/json' };
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  const call = (method: Method, url: string, headers: Record<string, string> = {}, payload?: string | Buffer) =>
    app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const bodyError = (message: string, fields?: readonly object[]) => ({
    error: { error_type: 'invalid_request', message, code: 'IR_06', ...(fields && { fields }) },
  });

  it('a valid body reaches the controller as an instance of its class', async () => {
    const answer = await call('POST', '/payments', { ...key, ...json }, '{"amount":5,"currency":"USD"}');
    expect([answer.statusCode, answer.json()]).toEqual([200, { made: 'PaymentsCreateRequest', amount: 5 }]);
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.acme+json'])(
    'the server reads %s',
    async (type) => {
      expect((await call('POST', '/payments', { ...key, 'content-type': type }, '{}')).statusCode).toBe(200);
    },
  );

  it.each([
    ['/health/ready', 'debug'],
    ['/metrics', 'debug'],
    ['/healthy', 'info'],
    ['/payments/p1', 'info'],
  ])('a request of %s is logged at level %s', async (url, level) => {
    await call('GET', url, key);
    expect(lines.map(([at, , message]) => [at, message])).toEqual([[level, 'request']]);
  });

  it('an empty body with a JSON content type counts as no body', async () => {
    const deleted = await call('DELETE', '/payments/p1', { ...key, ...json });
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { id: 'p1', deleted: true }]);
    for (const headers of [json, {}]) {
      const captured = await call('POST', '/payments/p1/capture', { ...key, ...headers });
      expect([captured.statusCode, captured.json()]).toEqual([200, { id: 'p1', made: 'PaymentsCaptureRequest' }]);
    }
  });

  it.each<[string, Record<string, string>, string, object[]?]>([
    ['{"amount":', json, 'Json deserialize error: EOF while parsing a value at line 1 column 11'],
    ['', json, 'Json deserialize error: EOF while parsing a value at line 1 column 1'],
    ['{"a":1,"a":2}', json, 'Json deserialize error: duplicate field `a` at line 1 column 8'],
    [
      '{"amount":-1}',
      json,
      'Json deserialize error: invalid value: integer `-1`, expected a positive integer at line 1 column 11',
      [{ field: 'amount', message: 'invalid value: integer, expected a positive integer', code: 'IR_06' }],
    ],
    ['{"amount":1}', { 'content-type': 'text/plain' }, 'Content type error'],
    ['{"amount":1}', { 'content-type': 'application/x-www-form-urlencoded' }, 'Content type error'],
    ['{"amount":1}', { 'content-type': 'application/jsonx' }, 'Content type error'],
    ['{"amount":1}', { 'content-type': 'rubbish' }, 'Content type error'],
    ['{"amount":1}', {}, 'Content type error'],
    [`"${'x'.repeat(32_768)}"`, json, 'JSON payload (32770 bytes) is larger than allowed (limit: 32768 bytes).'],
  ])('%.20s is refused with %j before authentication', async (payload, headers, message, ...[fields]) => {
    const answer = await call('POST', '/payments', { ...headers }, Buffer.from(payload));
    expect([answer.statusCode, answer.json()]).toEqual([400, bodyError(message, fields)]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it('a body of exactly the limit is accepted', async () => {
    const answer = await call('POST', '/payments', { ...key, ...json }, `{}${' '.repeat(32_766)}`);
    expect(answer.statusCode).toBe(200);
  });

  it('a POST without a body is refused', async () => {
    const answer = await call('POST', '/payments', key);
    expect([answer.statusCode, answer.json()]).toEqual([400, bodyError('Content type error')]);
  });

  it('a valid body without a key is refused as unauthorized', async () => {
    const answer = await call('POST', '/payments', json, '{}');
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { error: { type: 'invalid_request', message: 'API key not provided or invalid API key used', code: 'IR_01' } },
    ]);
  });

  it('a body on GET is ignored, and DELETE accepts an empty body', async () => {
    expect((await call('GET', '/payments/p1', { ...key, ...json }, '{}')).json()).toEqual({ id: 'p1', query: {} });
    expect((await call('GET', '/payments/p1', { ...key, ...json }, '{bad')).statusCode).toBe(200);
    expect((await call('DELETE', '/payments/p1', key)).json()).toEqual({ id: 'p1', deleted: true });
  });

  it('an invalid query is refused in plain text', async () => {
    expect((await call('GET', '/payments/p1?force_sync=true&x=1', key)).json()).toEqual({
      id: 'p1',
      query: { force_sync: true },
    });
    const answer = await call('GET', '/payments/p1?force_sync=1', key);
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      'Query deserialize error: provided string was not `true` or `false`\n{"fields":[{"field":"force_sync","message":"provided string was not `true` or `false`","code":"IR_06"}]}',
    ]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  it('a NUL in a query is 400, before any route reads it', async () => {
    const answer = await call('GET', '/payments/p1?anything=a%00b', key);
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      'Query deserialize error: NUL character in a value\n{"fields":[]}',
    ]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  it.each([
    ['GET', '/nothing', 404, 'IR_02', 'Unrecognized request URL'],
    ['POST', '/payments/a/b/c', 404, 'IR_02', 'Unrecognized request URL'],
    ['GET', '/payments/%zz', 404, 'IR_02', 'Unrecognized request URL'],
    ['GET', '/payments/a%00b?x=1', 404, 'IR_02', 'Unrecognized request URL'],
    ['GET', `/payments/${'x'.repeat(300)}`, 404, 'IR_02', 'Unrecognized request URL'],
    ['PUT', '/payments', 405, 'IR_03', 'The HTTP method is not applicable for this API'],
    ['PATCH', '/payments/p1?x=1', 405, 'IR_03', 'The HTTP method is not applicable for this API'],
    ['DELETE', '/payments', 405, 'IR_03', 'The HTTP method is not applicable for this API'],
  ] as const)('%s %s: %d', async (method, url, status, code, message) => {
    const answer = await call(method, url, key);
    expect([answer.statusCode, answer.json()]).toEqual([status, { error: { type: 'invalid_request', message, code } }]);
  });

  it('an internal error is logged and has no details', async () => {
    const answer = await call('GET', '/payments/bug', key);
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { error: { type: 'api', message: 'Something went wrong', code: 'HE_00' } },
    ]);
    const [level, facts] = lines.find(([one]) => one === 'error')!;
    expect([level, facts['request_id'], (facts['error'] as Error).message]).toEqual([
      'error',
      answer.headers['x-request-id'],
      'select * from secrets',
    ]);
  });

  it('an overload refusal has a retry-after header', async () => {
    const answer = await call('GET', '/payments/busy', key);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  });

  it('the log line and the metric name the internal refusal', async () => {
    const countOf = async (): Promise<number> => {
      const [, count = '0'] = /refusals_total\{code="overloaded"\} (\d+)/.exec((await metrics.render()).text) ?? [];
      return Number(count);
    };
    const before = await countOf();
    await call('GET', '/payments/busy', key);
    await call('GET', '/payments/p1', key);
    const requests = lines.filter(([, , message]) => message === 'request').map(([, facts]) => facts);
    expect(requests.map(({ status, refusal }) => [status, refusal])).toEqual([
      [503, 'overloaded'],
      [200, undefined],
    ]);
    expect(await countOf()).toBe(before + 1);
  });

  it.each([
    ['GET', '/payments/p1', key],
    ['GET', '/nothing', {}],
    ['GET', '/payments/%zz', {}],
    ['GET', '/payments/a%00b', {}],
    ['POST', '/payments', { ...json, 'x-request-id': 'mine' }],
  ] as const)('puts its headers on %s %s', async (method, url, headers) => {
    const answer = await call(method, url, headers);
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as unknown,
      'strict-transport-security': 'max-age=31536000',
      via: 'HTTP/1.1 payorch',
    });
  });

  it('a request has one log line without path values, query, headers and body', async () => {
    await call('POST', '/payments', { ...json, 'api-key': 'wrong_key' }, '{"description":"4242424242424242"}');
    await call('GET', '/payments/pay_secret?client_secret=abc', key);
    await call('GET', '/nope/secret_token', key);
    expect(lines.map(([, { ms: _ms, request_id: _id, ...facts }, message]) => [facts, message])).toEqual([
      [{ method: 'POST', route: '/payments', status: 401, refusal: 'unauthorized' }, 'request'],
      [{ method: 'GET', route: '/payments/:id', status: 200 }, 'request'],
      [{ method: 'GET', route: 'none', status: 404 }, 'request'],
    ]);
  });

  it('every body gets status 200 or 400', async () => {
    const field = fc.constantFrom(
      'amount',
      'currency',
      'billing',
      'payment_method_data',
      'metadata',
      'order_details',
      'zzz',
    );
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom({ card: { card_number: '\u0000' } }, { address: null }));
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.dictionary(field, value).map((body) => Buffer.from(JSON.stringify(body))),
    );
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(payload, async (body) => {
        const { statusCode } = await call('POST', '/payments', { ...key, ...json }, body);
        statuses.add(statusCode);
      }),
      { numRuns: 300 },
    );
    expect([...statuses].sort()).toEqual([200, 400]);
    expect(lines.filter(([level]) => level === 'error')).toEqual([]);
  });

  describe('over a socket', () => {
    const raw = (headers: Record<string, string>, chunks: readonly string[]) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        const { port } = app.getHttpServer().address() as AddressInfo;
        const outgoing = httpRequest(
          { port, host: '127.0.0.1', method: 'POST', path: '/payments', headers, agent: false },
          (answer) => {
            let body = '';
            answer.on('data', (data: Buffer) => (body += data.toString()));
            answer.on('end', () => resolve({ status: answer.statusCode, body }));
          },
        );
        outgoing.on('error', reject);
        chunks.forEach((chunk) => outgoing.write(chunk));
        outgoing.end();
      });

    it('the body limit counts a chunked body', async () => {
      const { status, body } = await raw({ ...json, 'transfer-encoding': 'chunked' }, [
        'x'.repeat(20_000),
        'x'.repeat(20_000),
      ]);
      expect([status, JSON.parse(body)]).toEqual([400, bodyError('JSON payload has exceeded limit (32768 bytes).')]);
    });

    it('a body that the route does not read gets a response', async () => {
      const { status, body } = await raw({ 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }, ['hello']);
      expect([status, JSON.parse(body)]).toEqual([400, bodyError('Content type error')]);
    });

    it('too many headers are refused', async () => {
      const { status, body } = await raw({ 'x-long': 'x'.repeat(20_000) }, []);
      expect([status, body]).toEqual([431, '']);
    });
  });
});

it('a connection idle for longer than the header timeout serves the next request', async () => {
  const hasty = { ...serverOptions, http: { headersTimeout: 300, connectionsCheckingInterval: 50 } };
  const adapter = new FastifyAdapter(hasty);
  adapter.getInstance().get('/', (request, reply) => void reply.send({ port: request.socket.remotePort }));
  const at = await adapter.getInstance().listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const portUsed = () =>
    new Promise<string>((resolve, reject) => {
      get(at, { agent }, (answer) => answer.setEncoding('utf8').on('data', resolve)).on('error', reject);
    });
  const first = await portUsed();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await portUsed()).toBe(first);
  agent.destroy();
  await adapter.close();
  expect(serverOptions.keepAliveTimeout).toBe(65_000);
});
