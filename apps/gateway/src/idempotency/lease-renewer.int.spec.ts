import { idempotencyServer, newKey } from '../../test/idempotency-server';
import { LeaseRenewer } from './lease-renewer';

const { keys, handler, withLease, serve, send, database } = idempotencyServer();

describe('the lease of an idempotency key', () => {
  it('a retry after an expired lease uses the same ids', async () => {
    const key = newKey();
    const place = { merchantId: 'acme', route: 'POST /payments', key };
    const hasty = withLease(300);
    const request = { url: '/payments', caller: ['merchant', null], body: {} };
    const died = await hasty.claim(place, request);
    await expect(hasty.claim(place, request)).rejects.toMatchObject({ response: { status: 409 } });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const next = await hasty.claim(place, request);
    expect(next.commandId).toBe(died.commandId);
    const answer = (body: string) => ({ status: 200, type: 'application/json', body });
    expect(await hasty.finish(next, answer('{"a":1}'))).toMatchObject({ body: '{"a":1}' });
    // The first stored response is final, also for a late attempt.
    expect(await hasty.finish(died, answer('{"a":2}'))).toMatchObject({ body: '{"a":1}' });
  });

  it('a slow request keeps its lease, and a dead gateway loses it soon', async () => {
    const leases = new LeaseRenewer(
      database(),
      keys,
      { warn: () => undefined },
      { idempotencyLeaseMs: 600, processorReplyTimeoutMs: 50_000, replyTimeoutMs: 5_000 },
    );
    const living = await serve(withLease(600, database(), leases));
    const key = newKey();
    let release = (): void => undefined;
    handler.inTheWay = () => new Promise<void>((resolve) => (release = resolve));
    leases.onApplicationBootstrap();
    const first = send(key, { to: living });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    handler.inTheWay = () => undefined;
    expect((await send(key)).statusCode).toBe(409);
    await leases.beforeApplicationShutdown();
    await new Promise((resolve) => setTimeout(resolve, 700));
    const next = await send(key);
    expect(next.statusCode).toBe(200);
    release();
    // The first stored response is final, also for a late attempt.
    expect((await first).body).toBe(next.body);
    await living.close();
  });

  it('a released lease is not renewed', async () => {
    const place = { merchantId: 'acme', route: 'POST /payments', key: newKey() };
    const leases = new LeaseRenewer(
      database(),
      keys,
      { warn: () => undefined },
      { idempotencyLeaseMs: 60_000, processorReplyTimeoutMs: 50_000, replyTimeoutMs: 5_000 },
    );
    const kept = withLease(60_000, database(), leases);
    const request = { url: '/payments', caller: ['merchant', null], body: {} };
    const claim = await kept.claim(place, request);
    await database().change([place.merchantId], (sql) => keys.release(sql, place, claim.commandId));
    await leases.round();
    expect((await kept.claim(place, request)).commandId).toBe(claim.commandId);
  });
});
