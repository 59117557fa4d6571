import { isRefusal } from '@payorch/contracts';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { Secret, type MerchantId } from '@payorch/kernel';
import type { RedisClient } from '@payorch/platform/sealing';
import { firstValueFrom, from } from 'rxjs';
import type { Authenticated } from '../../auth/authenticate';
import { attachCaller } from '../../auth/http/caller-of';
import { CardTestingGuard } from '../../limits/card-testing-guard';
import { CardTestingInterceptor } from './card-testing.interceptor';

/** Redis is away: the guard counts in memory. */
const away = {
  status: 'end',
  set: () => Promise.reject(new Error('away')),
  get: () => Promise.reject(new Error('away')),
} as unknown as RedisClient;

/** Counts in memory, with sets that answer like those of Redis. */
function withSets(): RedisClient {
  const sets = new Map<string, string[]>();
  const membersOf = (key: string) => sets.get(key) ?? [];
  return {
    ...away,
    zadd: (key: string, _: number, member: string) => Promise.resolve(sets.set(key, [member, ...membersOf(key)])),
    expire: () => Promise.resolve(1),
    zrevrange: (key: string, from: number, to: number) => Promise.resolve(membersOf(key).slice(from, to + 1)),
    zrem: (key: string, member: string) => {
      const others = membersOf(key).filter((one) => one !== member);
      const removed = membersOf(key).length - others.length;
      sets.set(key, others);
      return Promise.resolve(removed);
    },
  } as unknown as RedisClient;
}

const cardTesting = { card_ip_blocking_status: 'enabled', card_ip_blocking_threshold: 2 };
const merchant = (config: object | null) =>
  ({
    kind: 'merchant',
    merchantId: 'acme' as MerchantId,
    account: {
      merchantId: 'acme',
      accountVersion: 1,
      defaultProfileId: 'pro_1',
      profiles: [{ profileId: 'pro_1', profileName: 'default', ...(config && { cardTesting: config }) }],
    },
    profileId: null,
    clientSecret: null,
    isSdk: false,
  }) as unknown as Authenticated;

function guarded(config: object | null = cardTesting, stored: object = {}, redis = away) {
  const queries: string[] = [];
  let payments = 0;
  /** The later statuses of attempts, by payment. */
  const outcomes: Record<string, string> = {};
  const owner = {
    query: ({ message, data }: { message: { type: string }; data: unknown }) => {
      queries.push(message.type);
      const { paymentId } = data as { paymentId: string };
      const attempts = [{ attempt_id: `${paymentId}_1`, status: outcomes[paymentId] }];
      return Promise.resolve(Buffer.from(JSON.stringify({ ...stored, attempts })));
    },
  };
  const guard = new CardTestingGuard(redis);
  const interceptor = new CardTestingInterceptor({ guard, owner, fingerprintKey: new Secret('key') });
  /** Sends one request whose reply is a payment of this status; returns the response or the refusal. */
  const send = async (status: string, sent: object, { url = '/payments', ip = '192.0.2.1', params = {} } = {}) => {
    const request = { method: 'POST', routeOptions: { url }, body: sent, params, ip, id: 'req', headers: {} };
    attachCaller(request as never, merchant(config));
    const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
    const work = async () => Buffer.from(JSON.stringify({ payment_id: `pay_${++payments}`, status, attempt_count: 1 }));
    const next: CallHandler = { handle: () => from(work()) };
    const result: unknown = await firstValueFrom(await interceptor.intercept(context, next));
    return isRefusal(result) ? result.details['message'] : 'handled';
  };
  return { queries, send, outcomes };
}

const blocked = 'Blocked due to suspicious activity';
const pays = {
  confirm: true,
  payment_method: 'card',
  payment_method_data: { card: { card_number: '4242 4242 4242 4242' } },
};

describe('the card-testing guard', () => {
  it("a card at an address is blocked after the profile's number of failures", async () => {
    const { send } = guarded();
    const answers = [await send('failed', pays), await send('failed', pays), await send('failed', pays)];
    expect(answers).toEqual(['handled', 'handled', blocked]);
    expect(await send('failed', pays, { ip: '192.0.2.2' })).toBe('handled');
    const other = { ...pays, payment_method_data: { card: { card_number: '5555555555554444' } } };
    expect(await send('failed', other)).toBe('handled');
  });

  it('only failures count', async () => {
    const { send } = guarded();
    for (let sent = 0; sent < 5; sent++) expect(await send('succeeded', pays)).toBe('handled');
    for (let sent = 0; sent < 5; sent++) expect(await send('requires_customer_action', pays)).toBe('handled');
  });

  it('an attempt that fails after its challenge counts before the next one, once', async () => {
    const { send, outcomes } = guarded(cardTesting, {}, withSets());
    const challenge = () => send('requires_customer_action', pays);
    expect([await challenge(), await send('processing', pays), await challenge()]).toEqual(Array(3).fill('handled'));
    Object.assign(outcomes, { pay_1: 'authentication_pending', pay_2: 'charged', pay_3: 'failure' });
    expect(await send('succeeded', pays)).toBe('handled');
    outcomes['pay_1'] = 'authentication_failed';
    expect(await challenge()).toBe(blocked);
    expect(await challenge()).toBe(blocked);
    const elsewhere = { ip: '192.0.2.2' };
    expect(await send('failed', pays, elsewhere)).toBe('handled');
  });

  it('concurrent attempts cannot exceed the threshold', async () => {
    const { send } = guarded();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('failed', pays)));
    expect(answers.filter((answer) => answer === 'handled').length).toBeLessThanOrEqual(2);
  });

  it('unconfirmed payments, other payment methods and unguarded profiles are not counted', async () => {
    const { send } = guarded();
    for (let sent = 0; sent < 4; sent++) expect(await send('failed', { ...pays, confirm: false })).toBe('handled');
    const wallet = { confirm: true, payment_method: 'wallet', payment_method_data: {} };
    for (let sent = 0; sent < 4; sent++) expect(await send('failed', wallet)).toBe('handled');
    const unguarded = guarded(null);
    for (let sent = 0; sent < 4; sent++) expect(await unguarded.send('failed', pays)).toBe('handled');
    expect(unguarded.queries).toEqual([]);
  });

  it('the guard queries the profile and customer of a payment that is confirmed later', async () => {
    const byCustomer = { customer_id_blocking_status: 'enabled', customer_id_blocking_threshold: 1 };
    const { send, queries } = guarded(byCustomer, {
      profile_id: 'pro_1',
      customer_id: 'cus_1',
      payment_method: 'card',
    });
    const confirm = { url: '/payments/:payment_id/confirm', params: { payment_id: 'pay_1' } };
    expect([await send('failed', {}, confirm), await send('failed', {}, confirm)]).toEqual(['handled', blocked]);
    expect(queries).toEqual(['payment.get', 'payment.get']);
  });
});
