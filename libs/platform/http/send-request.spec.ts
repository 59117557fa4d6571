import type { Dispatcher } from 'undici';
import { sendRequest, notSentCause, unknownCause, type SendResult, type CarryLimits } from './send-request';

type Handler = Dispatcher.DispatchHandler;

/** A fake client that follows the test's script and counts the aborts that it receives. */
function aClient(): { pool: Dispatcher; handler: () => Handler; start: () => void; aborts: () => number } {
  let handler: Handler = {};
  let aborts = 0;
  const controller = { abort: () => (aborts += 1) } as unknown as Dispatcher.DispatchController;
  const dispatch = (_options: unknown, given: Handler): boolean => {
    handler = given;
    return true;
  };
  return {
    pool: { dispatch } as unknown as Dispatcher,
    handler: () => handler,
    start: () => handler.onRequestStart?.(controller, {}),
    aborts: () => aborts,
  };
}

const limits: CarryLimits = { connectTimeoutMs: 3_000, timeoutMs: 30_000, maxBodyBytes: 10, mayWrite: () => true };
const call = (pool: Dispatcher, more: Partial<CarryLimits> = {}): Promise<SendResult> =>
  sendRequest(
    pool,
    new URL('https://p.example/v1'),
    { method: 'POST', url: 'https://p.example/v1', headers: {} },
    { ...limits, ...more },
  );

const failure = (code: string, message = code): Error => Object.assign(new Error(message), { code });
const none = null as unknown as Dispatcher.DispatchController;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the first byte', () => {
  it('the first byte decides: the same error proves not_sent before it and is unknown after it', async () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_CONNECT_TIMEOUT', 'EPIPE']) {
      const before = aClient();
      const unsent = call(before.pool);
      before.handler().onResponseError?.(none, failure(code));
      expect(await unsent).toMatchObject({ kind: 'not_sent' });

      const after = aClient();
      const begun = call(after.pool);
      after.start();
      after.handler().onResponseError?.(none, failure(code));
      expect(await begun).toEqual({ kind: 'unknown', cause: 'connection_lost' });
    }
  });

  it('the first byte is never written for a call that was abandoned while it waited for its connection', async () => {
    const client = aClient();
    const waiting = call(client.pool);
    jest.advanceTimersByTime(3_000);
    expect(await waiting).toEqual({ kind: 'not_sent', cause: 'connect_timeout' });
    expect(client.aborts()).toBe(0);
    client.start();
    expect(client.aborts()).toBe(1);
  });

  it('a request is never written twice: a client that begins again is stopped, and the first call stays unknown', async () => {
    const client = aClient();
    const calling = call(client.pool);
    client.start();
    client.start();
    expect(await calling).toEqual({ kind: 'unknown', cause: 'connection_lost' });
    expect(client.aborts()).toBe(1);
  });

  it('a request is not written after the lease has expired', async () => {
    const client = aClient();
    const calling = call(client.pool, { mayWrite: () => false });
    client.start();
    expect(await calling).toEqual({ kind: 'not_sent', cause: 'gave_up_before_write' });
    expect(client.aborts()).toBe(1);
  });
});

describe('the timeout of a call', () => {
  it('the timeout covers the whole call, including its connection', async () => {
    const client = aClient();
    const calling = call(client.pool);
    jest.advanceTimersByTime(2_999);
    client.start();
    jest.advanceTimersByTime(27_001);
    expect(await calling).toEqual({ kind: 'unknown', cause: 'timeout' });
    expect(client.aborts()).toBe(1);
  });

  it('a timeout before the connection exists proves that nothing was sent', async () => {
    const client = aClient();
    const calling = call(client.pool, { timeoutMs: 100 });
    jest.advanceTimersByTime(100);
    expect(await calling).toEqual({ kind: 'not_sent', cause: 'connect_timeout' });
  });

  it('a call leaves no timer behind', async () => {
    const client = aClient();
    const calling = call(client.pool);
    client.start();
    client.handler().onResponseStart?.(none, 200, { a: ['1', '2'] });
    client.handler().onResponseEnd?.(none, {});
    expect(await calling).toEqual({ kind: 'response', status: 200, headers: { a: '1, 2' }, body: Buffer.alloc(0) });
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('the cause of a failed call', () => {
  it.each([
    ['ENOTFOUND', 'dns_failed'],
    ['EAI_AGAIN', 'dns_failed'],
    ['ECONNREFUSED', 'connection_refused'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
    ['ETIMEDOUT', 'connect_timeout'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
    ['CERT_HAS_EXPIRED', 'tls_failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
    ['UND_ERR_INVALID_ARG', 'request_invalid'],
    ['EHOSTUNREACH', 'connect_failed'],
  ])('the error %s before the write is %s', (code, cause) => {
    expect(notSentCause(failure(code))).toBe(cause);
    expect(notSentCause(new Error('wrapped', { cause: failure(code) }))).toBe(cause);
    expect(notSentCause(new AggregateError([failure(code)]))).toBe(cause);
  });

  it('errors after the write report how much of the response arrived', () => {
    expect(unknownCause(failure('ECONNRESET'), false)).toBe('connection_lost');
    expect(unknownCause(failure('ECONNRESET'), true)).toBe('response_truncated');
    expect(unknownCause(Object.assign(new Error('x'), { name: 'HTTPParserError' }), false)).toBe('response_unreadable');
  });
});
