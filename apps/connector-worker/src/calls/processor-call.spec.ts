import type { ConnectorHttp } from '@payorch/platform/http';
import { ProcessorCall } from './processor-call';

type Sent = Awaited<ReturnType<ConnectorHttp['send']>>;
const request = { method: 'POST', url: 'https://processor.example', headers: {}, body: '{}' } as const;
const by = { account: 'mca_1', connector: 'stripe_test', flow: 'authorize' };
const callThat = (result: object) => {
  const send = jest.fn(async () => result as Sent);
  return { send, call: new ProcessorCall({ send }, { callTimeoutMs: 30_000, connectTimeoutMs: 3_000 }) };
};

describe('a call of a processor', () => {
  it('a call returns the whole answer as text and passes the configured timeouts', async () => {
    const { send, call } = callThat({ kind: 'response', status: 200, headers: {}, body: Buffer.from('{"ok":"ä"}') });
    expect(await call.send(request, by)).toEqual({
      kind: 'reply',
      reply: { status: 200, headers: {}, body: '{"ok":"ä"}' },
    });
    expect(send).toHaveBeenCalledWith(request, { ...by, share: 'charge', timeoutMs: 30_000, connectTimeoutMs: 3_000 });
  });

  it.each([
    ['connection_refused', 'another_account'],
    ['request_invalid', 'never'],
  ])('a call that ends with %s is a definite failure', async (cause, retry) => {
    const { call } = callThat({ kind: 'not_sent', cause });
    const called = await call.send(request, by);
    expect(called).toMatchObject({ outcome: { kind: 'not_sent', error: { code: cause.toUpperCase() }, retry } });
  });

  it.each([
    ['unknown', 'timeout', 'TIMEOUT'],
    ['unknown', 'response_truncated', 'RESPONSE_TRUNCATED'],
    ['not_sent', 'gave_up_before_write', 'CLAIM_STALE'],
  ])('a call that ends with %s, %s is unknown', async (kind, cause, code) => {
    const { call } = callThat({ kind, cause });
    expect(await call.send(request, by)).toMatchObject({ outcome: { kind: 'unknown', error: { code } } });
  });
});
