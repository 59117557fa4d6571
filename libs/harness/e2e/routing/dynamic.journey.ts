import { aMerchant, cardFields, eventually, ok, paymentBody, type Json, type TestMerchant } from '@payorch/harness';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountAt } from '../shared/routing/algorithms';
import { system } from './fault-system';

/** Both accounts approve the first card. The second one adyen_test declines, which is first in order of creation. */
const [cardOfBoth, cardOfOne] = [cardFields(), cardFields('4000000000009995')];
/** Both accounts decline it. Without a CVC, it needs no Redis. */
const declinedUpi = {
  payment_method: 'upi',
  payment_method_type: 'upi_collect',
  payment_method_data: { upi: { upi_collect: { vpa_id: 'unknown@upi' } } },
};
/** A change of scores is known after the event has arrived, been counted, and been read with the next second. */
const withinMs = 60_000;
/** Blocks of one payment: one decline is enough. */
const atOnce = { min_aggregates_size: 1, current_block_threshold: { max_total_count: 1 } };

type Results = Readonly<Record<string, { readonly approved: number; readonly total: number }>>;

/** A merchant whose payments follow success rates without exploration, and what its payments came to. */
async function scoredShop(config: object) {
  const connectors = ['adyen_test', 'stripe_test'];
  const shop: TestMerchant = await aMerchant(system, {
    connectors,
    connector: { payment_methods_enabled: undefined },
  });
  const enabled = 'success_based/create?enable=dynamic_connector_selection';
  ok(
    await shop.api.post(`/account/${shop.merchantId}/business_profile/${shop.profileId}/dynamic_routing/${enabled}`, {
      params: ['Currency'],
      config: { max_aggregates_size: 100, exploration_percent: 0, ...config },
      decision_engine_configs: {},
    }),
  );
  const paid: Record<string, { approved: number; total: number }> = {};
  for (const connector of connectors) paid[connector] = { approved: 0, total: 0 };

  const pay = async (by: object): Promise<Json> => {
    const payment = ok(await shop.api.post('/payments', paymentBody({ currency: 'INR', ...by })));
    expect(['succeeded', 'failed']).toContain(payment.status);
    const { approved, total } = paid[payment.connector as string]!;
    paid[payment.connector as string] = {
      approved: approved + Number(payment.status === 'succeeded'),
      total: total + 1,
    };
    return payment;
  };

  /** The dynamic part of a decision about the next payment. */
  const dynamic = async (): Promise<Json> => {
    const paymentInfo = {
      paymentId: 'next',
      amount: 6540,
      currency: 'INR',
      paymentType: 'ORDER_PAYMENT',
      metadata: '',
      paymentMethod: 'card',
      paymentMethodType: 'credit',
      cardIsin: '424242',
    };
    const answer = ok(await shop.api.post('/routing/evaluate', { merchantId: shop.merchantId, paymentInfo }));
    return answer.decision.dynamic as Json;
  };

  /** The results in the scores of each account. */
  const known = async (): Promise<Results> => {
    const accounts = (await dynamic()).inputs.accounts as Json[];
    return Object.fromEntries(
      connectors.map((connector) => {
        const { merchant_connector_id: id } = accountAt(shop, connector);
        const { approved, total } = accounts.find((one) => one['merchant_connector_id'] === id) ?? {};
        return [connector, { approved, total }] as [string, Results[string]];
      }),
    );
  };

  return {
    shop,
    pay,
    dynamic,
    /** The scores have every payment so far, once. */
    isCounted: () => eventually(async () => (expect(await known()).toEqual(paid), true), { withinMs, everyMs: 100 }),
  };
}

/** A shop that pays at stripe_test, because adyen_test has declined once: the static choice goes to adyen_test again. */
async function shopThatLeft() {
  const one = await scoredShop(atOnce);
  expect(await one.pay(cardOfOne)).toMatchObject({ connector: 'adyen_test', status: 'failed' });
  await one.isCounted();
  for (let times = 0; times < 5; times++)
    expect(await one.pay(cardOfOne)).toMatchObject({ connector: 'stripe_test', status: 'succeeded' });
  return one;
}

describe('dynamic routing', () => {
  it('leaves an account that collapses within 50 payments', async () => {
    const { pay, isCounted } = await scoredShop({});
    await Promise.all(Array.from({ length: 30 }, () => pay(cardOfBoth)));
    await isCounted();
    const taken: string[] = [];
    const hasLeft = (): boolean => taken.length >= 20 && taken.slice(-20).every((one) => one === 'stripe_test');
    while (!hasLeft() && taken.length < 70) {
      taken.push((await pay(cardOfOne)).connector as string);
      await sleep(50);
    }
    expect(taken[0]).toBe('adyen_test');
    expect(hasLeft()).toBe(true);
    expect(taken.lastIndexOf('adyen_test')).toBeLessThan(50);
    await isCounted();
  });

  it('counts again from the topic what a flush of Redis took', async () => {
    const { pay, isCounted } = await shopThatLeft();
    await isCounted();
    const redis = new Redis(system.addresses.redisUrl);
    await redis.flushall();
    redis.disconnect();
    // The memory of routing cannot know this payment, and the flushed Redis cannot know the others.
    await pay(cardOfOne);
    await isCounted();
    expect(await pay(cardOfOne)).toMatchObject({ connector: 'stripe_test' });
  });

  it('follows the static choice while Redis is stopped, and the scores of all payments afterwards', async () => {
    const { shop, pay, dynamic, isCounted } = await shopThatLeft();
    await system.infra.kill('redis');
    expect(await pay(declinedUpi)).toMatchObject({ connector: 'stripe_test', status: 'failed' });
    await eventually(async () => (await dynamic()).approach === 'unavailable', { withinMs });
    const payment = await pay(declinedUpi);
    expect(payment).toMatchObject({ connector: 'adyen_test', status: 'failed' });
    const routing = ok(await shop.api.get(`/payments/${payment.payment_id}/routing`));
    expect(routing.attempts).toMatchObject([{ decision: { dynamic: { approach: 'unavailable' } } }]);
    const report = { merchantId: shop.merchantId, gateway: 'adyen_test', status: 'CHARGED', paymentId: 'next' };
    expect(await shop.api.post('/routing/feedback', report)).toMatchObject({
      status: 503,
      body: { error: { type: 'api', code: 'HE_00' } },
    });
    await system.infra.restart('redis');
    await isCounted();
    expect(await pay(cardOfOne)).toMatchObject({ connector: 'stripe_test', status: 'succeeded' });
  });

  it('loses no score by a kill of routing, and follows scores from its first decision on', async () => {
    const { pay, isCounted } = await shopThatLeft();
    await system.kill('routing');
    await system.start('routing');
    expect(await pay(cardOfOne)).toMatchObject({ connector: 'stripe_test', status: 'succeeded' });
    await isCounted();
  });
});
