import { refuse } from '@payorch/contracts';
import { digestsWith, idempotencyServer, newKey } from '../../test/idempotency-server';
import { RefusalError } from '../errors';
import { newIdFor } from '../request';
import { IdempotencySweep } from './idempotency-sweep';

const { keys, calls, handler, withLease, serve, send, database, inject, rows } = idempotencyServer();

describe('a request under an idempotency key', () => {
  it('a retry is recognized after its digest secret rotated', async () => {
    const turned = await serve(withLease(60_000, database(), undefined, digestsWith('newer secret', 'digest secret')));
    const key = newKey();
    const first = await send(key);
    const again = await send(key, { to: turned });
    const other = await send(key, { to: turned, body: { cancellation_reason: 'x' } });
    await turned.close();
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect([calls.length, other.statusCode]).toEqual([1, 422]);
  });

  it('a retry replays the response byte for byte with a header', async () => {
    const key = newKey();
    const first = await send(key);
    const again = await send(key);
    expect(calls).toHaveLength(1);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
  });

  it('another merchant, another route and a missing key run the request again', async () => {
    const key = newKey();
    await send(key);
    await send(key, { merchant: 'other' });
    await send(key, { merchant: 'admin' });
    await send(key, { url: '/payments/pay_1/cancel' });
    await send(undefined);
    await send(undefined);
    expect(calls).toHaveLength(6);
  });

  it.each<[string, { body?: object; url?: string }]>([
    ['another body', { body: { cancellation_reason: 'x' } }],
    ['another path of the same route', { url: '/payments/pay_2/cancel' }],
  ])('the key is refused for %s', async (_, other) => {
    const key = newKey();
    const url = other.url ? '/payments/pay_1/cancel' : '/payments';
    await send(key, { url });
    const answer = await send(key, { url, ...other });
    const fields = other.body && [
      { field: 'cancellation_reason', message: 'differs from the earlier request with this id or key' },
    ];
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        error: {
          type: 'invalid_request',
          code: 'IR_06',
          message: 'This Idempotency-Key was used before with another request',
          ...(fields && { fields }),
        },
      },
    ]);
    expect(calls).toHaveLength(1);
  });

  it('a conflict names the fields that differ also after the digest secret rotated', async () => {
    const turned = await serve(withLease(60_000, database(), undefined, digestsWith('newer secret', 'digest secret')));
    const key = newKey();
    await send(key, { body: { cancellation_reason: 'x' } });
    const same = await send(key, { to: turned, merchant: 'acme', body: { cancellation_reason: 'x' } });
    const other = await send(key, { to: turned, body: { cancellation_reason: 'y' } });
    await turned.close();
    expect([same.statusCode, other.statusCode]).toEqual([200, 422]);
    expect(other.json().error.fields).toHaveLength(1);
  });

  it.each(['', 'x'.repeat(256)])('an invalid key is refused', async (key) => {
    const answer = await send(key);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'IR_07']);
    expect(calls).toHaveLength(0);
  });

  it('one of several concurrent requests runs; the others get the in-progress refusal', async () => {
    const key = newKey();
    let resolveOthersRefused!: () => void;
    const othersRefused = new Promise<void>((resolve) => (resolveOthersRefused = resolve));
    handler.inTheWay = () => othersRefused;
    let conflicts = 0;
    const sendOne = async () => {
      const answer = await send(key);
      if (answer.statusCode === 409 && ++conflicts === 19) resolveOthersRefused();
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, sendOne));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    const conflict = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(conflict.json().error.code).toBe('IR_16');
    expect(conflict.headers['retry-after']).toBe('1');
    expect(calls).toHaveLength(1);
    expect((await send(key)).body).toBe(answers.find(({ statusCode }) => statusCode === 200)!.body);
  });

  it('another gateway replays the response', async () => {
    const key = newKey();
    const first = await send(key);
    const other = await serve(withLease(60_000));
    const again = await send(key, { to: other });
    await other.close();
    expect([again.body, again.headers['idempotent-replayed'], calls.length]).toEqual([first.body, 'true', 1]);
  });

  it('a refusal before any command frees the key', async () => {
    const key = newKey();
    handler.inTheWay = () => Promise.reject(new RefusalError(refuse('missing_param', { field: 'x' })));
    expect((await send(key)).statusCode).toBe(400);
    handler.inTheWay = () => undefined;
    expect((await send(key, { body: { cancellation_reason: 'corrected' } })).statusCode).toBe(200);
  });

  it('a refusal of the owner is stored', async () => {
    const key = newKey();
    handler.inTheWay = (trace) => {
      trace.claim?.messageIdFor('payment.create');
      return Promise.reject(new RefusalError(refuse('payment_exists')));
    };
    const first = await send(key);
    handler.inTheWay = () => undefined;
    const again = await send(key);
    expect([first.statusCode, again.statusCode, again.body, calls.length]).toEqual([400, 400, first.body, 0]);
  });

  it.each(['payment_not_found', 'client_secret_invalid', 'unauthorized'] as const)(
    'the refusal %s stores nothing: the key serves the request that was meant',
    async (code) => {
      const key = newKey();
      handler.inTheWay = (trace) => {
        trace.claim?.messageIdFor('payment.confirm');
        return Promise.reject(new RefusalError(refuse(code)));
      };
      expect((await send(key)).statusCode).toBeGreaterThanOrEqual(400);
      expect((await rows()).filter(({ idempotency_key }) => idempotency_key === key)).toEqual([]);
      handler.inTheWay = () => undefined;
      expect((await send(key, { body: { cancellation_reason: 'meant' } })).statusCode).toBe(200);
    },
  );

  it('a browser claims no key of the merchant, nor of another browser', async () => {
    const key = newKey();
    const body = { cancellation_reason: 'of a stranger' };
    expect((await send(key, { merchant: 'pk_acme_first', body })).statusCode).toBe(200);
    expect((await send(key)).statusCode).toBe(200);
    expect((await send(key, { merchant: 'pk_acme_second' })).statusCode).toBe(200);
    const again = await send(key, { merchant: 'pk_acme_first', body });
    expect([again.headers['idempotent-replayed'], calls.length]).toEqual(['true', 3]);
    expect((await send(key, { merchant: 'pk_acme_first' })).statusCode).toBe(422);
  });

  it('a retry after an open outcome uses the same ids', async () => {
    const key = newKey();
    const seen: string[] = [];
    handler.inTheWay = (trace) => {
      seen.push(`${newIdFor('pay', trace)} ${trace.claim!.messageIdFor('payment.create')}`);
      return Promise.reject(new RefusalError(refuse('no_reply', { payment_id: 'pay_1' })));
    };
    expect((await send(key)).statusCode).toBe(503);
    handler.inTheWay = () => undefined;
    expect((await send(key)).statusCode).toBe(200);
    expect(calls.map(({ id, message }) => `${id} ${message}`)).toEqual(seen);
  });

  it('a short database outage does not lose the response', async () => {
    let failures = 3;
    const { change } = database();
    const flaky: ReturnType<typeof database> = Object.create(database()) as ReturnType<typeof database>;
    flaky.change = (merchants, work) =>
      calls.length > 0 && failures-- > 0
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
        : (change.call(database(), merchants, work) as never);
    const other = await serve(withLease(60_000, flaky));
    const key = newKey();
    const first = await send(key, { to: other });
    await other.close();
    expect([first.statusCode, failures]).toEqual([200, -1]);
    expect((await send(key)).body).toBe(first.body);
    expect(calls).toHaveLength(1);
  });

  it('a response that could not be stored is not sent', async () => {
    const key = newKey();
    const broken = withLease(60_000);
    jest.spyOn(broken, 'finish').mockRejectedValue(new Error('the database is away'));
    const other = await serve(broken);
    const answer = await send(key, { to: other });
    await other.close();
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'HE_00']);
    expect(answer.body).not.toContain('secret');
  });

  it('body and response are not stored in clear text', async () => {
    await send(newKey(), { body: { cancellation_reason: 'marked' } });
    const stored = await rows();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('marked');
  });
});

it('reads and pages without authentication ignore the key', async () => {
  const before = (await rows()).length;
  const headers = { 'api-key': 'acme', 'idempotency-key': newKey() };
  for (const method of ['GET', 'GET'] as const) await inject(method, '/payments', headers);
  for (const method of ['POST', 'POST'] as const) await inject(method, '/pages', headers);
  expect(calls).toHaveLength(4);
  expect(await rows()).toHaveLength(before);
});

it('only keys past their retention are deleted', async () => {
  const [old, young] = [newKey(), newKey()];
  for (const key of [old, young]) await send(key);
  await database().change('every', (sql) =>
    sql.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '25 hours', leased_until = now() - interval '1 hour'
       WHERE idempotency_key = $1`,
      [old],
    ),
  );
  const logger = { warn: (error: unknown) => expect(error).toBeUndefined() };
  const sweep = new IdempotencySweep(database(), keys, logger as never, {
    retentionEveryMs: 600_000,
    idempotencyRetentionMs: 24 * 3_600_000,
  });
  await sweep.round();
  const kept = (await rows()).map(({ idempotency_key }) => idempotency_key);
  expect(kept).toContain(young);
  expect(kept).not.toContain(old);
});
