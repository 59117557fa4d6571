import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { AccountGates, defaultGatePolicy } from './account-gate';
import { ConnectorHttp, type CallOptions, type CallResult, type RequestToSend } from './connector-http';

/** A fake processor that controls its sockets as the test requires and records every byte. */
interface Peer {
  readonly url: string;
  readonly received: string[];
  readonly connections: () => number;
}

const cleanups: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** `onRequest` runs when a whole request has arrived; `count` counts requests over all connections. */
async function peer(onRequest: (socket: Socket, count: number) => unknown): Promise<Peer> {
  const received: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString();
      const [, length = '0'] = /content-length: (\d+)/i.exec(pending) ?? [];
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0 || pending.length < end + 4 + Number(length)) return;
      received.push(pending);
      pending = '';
      onRequest(socket, received.length);
    });
  });
  return { url: await serve(server), received, connections: () => connections };
}

const answer = (body: string, head = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${head}content-length: ${body.length}\r\n\r\n${body}`;

const silentMetrics = {
  observeConnectorCall: (): unknown => undefined,
  countCredentialsRefused: (): unknown => undefined,
};

const executor = (options: ConstructorParameters<typeof ConnectorHttp>[0] = {}): ConnectorHttp => {
  const http = new ConnectorHttp({ metrics: silentMetrics, ...options });
  cleanups.push(() => http.close());
  return http;
};

const post = (url: string, body = '{"amount":100}'): RequestToSend => ({
  method: 'POST',
  url: `${url}/v1/charges?expand=card`,
  headers: { 'content-type': 'application/json', authorization: 'Bearer sk_live_1' },
  body,
});

const call: CallOptions = {
  account: 'mca_1',
  share: 'charge',
  connector: 'stripe',
  flow: 'authorize',
  timeoutMs: 2_000,
};

/** A connection accepts the next call only after the event loop has turned. */
const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const fact = ({ exchange: _, ...result }: CallResult): object =>
  result.kind === 'response' ? { ...result, body: result.body.toString() } : result;

const send = async (url: string, options: Partial<CallOptions> = {}): Promise<object> =>
  fact(await executor().send(post(url), { ...call, ...options }));

describe('a complete response', () => {
  it('a response is returned unchanged, whatever its status, and no redirect is followed', async () => {
    const { url, received } = await peer((socket) =>
      socket.write('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nX-A: 1\r\nx-a: 2\r\ncontent-length: 2\r\n\r\nhi'),
    );
    expect(await send(url)).toEqual({
      kind: 'response',
      status: 302,
      headers: { location: '/elsewhere', 'x-a': '1, 2', 'content-length': '2' },
      body: 'hi',
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/^POST \/v1\/charges\?expand=card HTTP\/1\.1\r\n[^]*\r\n\r\n\{"amount":100\}$/);
  });

  it('a response may arrive slowly, in pieces', async () => {
    const { url } = await peer((socket) => {
      const text = answer('{"status":"succeeded"}');
      [...text].forEach((letter, i) => setTimeout(() => socket.write(letter), i));
    });
    expect(await send(url)).toMatchObject({ kind: 'response', status: 200, body: '{"status":"succeeded"}' });
  });

  it('a complete response leaves the connection open for the next call', async () => {
    const { url, connections } = await peer((socket) => socket.write(answer('{}')));
    const http = executor();
    for (let i = 0; i < 3; i++) {
      await http.send(post(url), call);
      await aTurn();
    }
    expect(connections()).toBe(1);
  });
});

describe('a call is not sent', () => {
  it('when no server listens', async () => {
    const server = createServer();
    const url = await serve(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await send(url)).toEqual({ kind: 'not_sent', cause: 'connection_refused' });
  });

  it('when the name does not resolve', async () => {
    expect(await send('http://nowhere.invalid')).toEqual({ kind: 'not_sent', cause: 'dns_failed' });
  });

  it('when the URL is invalid', async () => {
    expect(await send('nonsense')).toEqual({ kind: 'not_sent', cause: 'request_invalid' });
    expect(await send('ftp://127.0.0.1')).toEqual({ kind: 'not_sent', cause: 'request_invalid' });
  });

  it('when a header could split the request', async () => {
    const { url, received } = await peer((socket) => socket.write(answer('{}')));
    const request = { ...post(url), headers: { 'x-note': 'a\r\nx-injected: b' } };
    expect(fact(await executor().send(request, call))).toEqual({ kind: 'not_sent', cause: 'request_invalid' });
    expect(received).toEqual([]);
  });

  it('when the server accepts and never completes the handshake: no byte of the request is sent', async () => {
    const silent = createServer();
    const url = (await serve(silent)).replace('http:', 'https:');
    expect(await send(url, { connectTimeoutMs: 150 })).toEqual({ kind: 'not_sent', cause: 'connect_timeout' });
  });

  it('when the server does not speak TLS', async () => {
    const rude = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const url = (await serve(rude)).replace('http:', 'https:');
    expect(await send(url)).toEqual({ kind: 'not_sent', cause: 'tls_failed' });
  });

  it('when the connection dies during the handshake', async () => {
    const rude = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const url = (await serve(rude)).replace('http:', 'https:');
    expect(await send(url)).toMatchObject({ kind: 'not_sent' });
  });

  it('when the lease expires right before the write', async () => {
    const { url, received } = await peer((socket) => socket.write(answer('{}')));
    const late = await send(url, { mayWrite: () => false });
    expect(late).toEqual({ kind: 'not_sent', cause: 'gave_up_before_write' });
    expect(received).toEqual([]);
  });
});

describe('the outcome of a call is unknown', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['no response in time', 'timeout', () => undefined],
    ['the response stops in its head', 'timeout', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-')],
    ['the response stops in its body', 'timeout', (socket) => socket.write(answer('{"a":1}').slice(0, -2))],
    ['the connection is reset before the response', 'connection_lost', (socket) => socket.resetAndDestroy()],
    ['the connection is closed before the response', 'connection_lost', (socket) => socket.end()],
    [
      'the connection is closed in the body',
      'response_truncated',
      (socket) => socket.end(answer('{"a":1}').slice(0, -2)),
    ],
    [
      'the last chunk is missing',
      'response_truncated',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    ],
    ['the response is not HTTP', 'response_unreadable', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    [
      'the response is longer than the limit',
      'response_too_large',
      (socket) => socket.write(answer('x'.repeat(1_100_000))),
    ],
  ])('when %s', async (_, cause, onRequest) => {
    const { url, received } = await peer(onRequest);
    expect(await send(url, { timeoutMs: 300 })).toEqual({ kind: 'unknown', cause });
    expect(received).toHaveLength(1);
  });

  it('when the connection is reset in the body', async () => {
    const { url } = await peer((socket) => {
      socket.write(answer('{"a":1}').slice(0, -2));
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    expect(await send(url)).toEqual({ kind: 'unknown', cause: 'response_truncated' });
  });

  it('when a reused connection dies under the second call: the processor may have read it, and it is not sent again', async () => {
    const { url, received, connections } = await peer((socket, count) =>
      count === 1 ? socket.write(answer('{}')) : socket.resetAndDestroy(),
    );
    const http = executor();
    expect(fact(await http.send(post(url), call))).toMatchObject({ kind: 'response' });
    await aTurn();
    expect(fact(await http.send(post(url), call))).toEqual({ kind: 'unknown', cause: 'connection_lost' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(received).toHaveLength(2);
    expect(connections()).toBe(1);
  });

  it('when the connection of a read dies: a read is not repeated either', async () => {
    const { url, received } = await peer((socket) => socket.destroy());
    const get: RequestToSend = { method: 'GET', url, headers: {} };
    expect(fact(await executor().send(get, call))).toEqual({ kind: 'unknown', cause: 'connection_lost' });
    expect(received).toHaveLength(1);
  });

  it('a call that hangs does not affect concurrent calls', async () => {
    const { url } = await peer((socket, count) => count > 1 && socket.write(answer('{}')));
    const http = executor();
    const kinds = await Promise.all([1, 2, 3].map(() => http.send(post(url), { ...call, timeoutMs: 300 })));
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['response', 'response', 'unknown']);
  });
});

describe('the gate of an account', () => {
  const breaker = { window: 4, atLeast: 2, openAtRate: 0.5, openForMs: 60_000, longestOpenMs: 60_000 };
  const gates = (): AccountGates => new AccountGates(() => ({ ...defaultGatePolicy, breaker }));
  const stateOf = (of: AccountGates) => of.of('mca_1', 'stripe').describe(performance.now()).breakers;

  it('the gate learns of a call without an answer, under the share of the call', async () => {
    const { url } = await peer((socket) => socket.destroy());
    const own = gates();
    const http = executor({ gates: own });
    for (let i = 0; i < 2; i++)
      expect(fact(await http.send(post(url), call))).toEqual({ kind: 'unknown', cause: 'connection_lost' });
    expect(stateOf(own)).toEqual({ charge: 'open', follow_up: 'closed', sync: 'closed' });
  });

  it('the gate counts a 5xx as no answer, and a 4xx as an answer', async () => {
    for (const [status, state] of [
      [500, 'open'],
      [404, 'closed'],
    ]) {
      const { url } = await peer((socket) => socket.write(`HTTP/1.1 ${status} Oops\r\ncontent-length: 0\r\n\r\n`));
      const own = gates();
      const http = executor({ gates: own });
      for (let i = 0; i < 2; i++) await http.send(post(url), call);
      expect(stateOf(own).charge).toBe(state);
    }
  });

  it('the gate learns nothing from a process that was blocked itself: data that arrived meanwhile is read, and the silence is its own', async () => {
    const { url } = await peer((socket, count) => count > 1 || socket.write(answer('{}')));
    const own = gates();
    const http = executor({ gates: own });
    const blockEventLoop = (ms: number): void => {
      for (const end = performance.now() + ms; performance.now() < end;);
    };
    const sendAndStall = async (): Promise<object> => {
      const sent = http.send(post(url), { ...call, timeoutMs: 300 });
      await new Promise((resolve) => setTimeout(resolve, 100));
      blockEventLoop(700);
      return fact(await sent);
    };
    expect(await sendAndStall()).toMatchObject({ kind: 'response', status: 200 });
    for (let i = 0; i < 2; i++) expect(await sendAndStall()).toEqual({ kind: 'unknown', cause: 'stalled' });
    expect(stateOf(own).charge).toBe('closed');
  });
});

describe('the records of a call', () => {
  it('a call is measured by connector, flow and outcome', async () => {
    const observed: unknown[] = [];
    const metrics = { ...silentMetrics, observeConnectorCall: (labels: object) => observed.push(labels) };
    const { url } = await peer((socket) => socket.write(answer('{}')));
    await executor({ metrics }).send(post(url), call);
    expect(observed).toEqual([{ connector: 'stripe', flow: 'authorize', outcome: 'response' }]);
  });

  it.each([
    ['200 OK', []],
    ['401 Unauthorized', ['stripe']],
    ['402 Payment Required', []],
    ['403 Forbidden', ['stripe']],
  ])('an answer %s is counted as refused credentials: %j', async (status, counted) => {
    const refused: string[] = [];
    const metrics = { ...silentMetrics, countCredentialsRefused: (connector: string) => refused.push(connector) };
    const { url } = await peer((socket) => socket.write(answer('{}').replace('200 OK', status)));
    await executor({ metrics }).send(post(url), call);
    expect(refused).toEqual(counted);
  });

  it('a call is recorded without keys or card numbers', async () => {
    const { url } = await peer((socket) =>
      socket.write(answer('{"id":"ch_1","card":{"number":"4242424242424242"}}', 'set-cookie: s=1\r\n')),
    );
    const request = post(url, '{"card":{"number":"4242424242424242","cvc":"123"},"note":"of 4242 4242 4242 4242"}');
    const { exchange } = await executor().send(request, call);
    expect(exchange()).toMatchObject({
      request: {
        method: 'POST',
        url: `${url}/v1/charges?expand=card`,
        headers: { authorization: '***', 'content-type': 'application/json' },
        body: '{"card":{"number":"***","cvc":"***"},"note":"of ***4242"}',
      },
      response: { status: 200, headers: { 'set-cookie': '***' }, body: '{"id":"ch_1","card":{"number":"***"}}' },
    });
    expect(JSON.stringify(exchange())).not.toMatch(/4242 ?4242|sk_live|123"/);
  });
});
