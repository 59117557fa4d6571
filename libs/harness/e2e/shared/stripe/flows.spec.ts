import { registry } from '@payorch/connectors';
import type { FlowName } from '@payorch/connector-kit';
import { ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { untilRefundIs } from '../../support/refund-checks';
import { atStripe, callsAtStripe, intentOf, pay, payWith, stripeCards, untilIs } from './at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
/** A merchant without webhooks: outcomes come only from answers and syncs. */
let withoutWebhooks: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
  withoutWebhooks = await atStripe(system, { listens: false });
});

const authorize = (by = merchant, more: object = {}) => pay(by, { capture_method: 'manual', ...more });
const post = async ({ payment_id }: Json, action: string, body: object = {}): Promise<Json> =>
  ok(await merchant.api.post(`/payments/${payment_id}/${action}`, body));
const refund = async (by: TestMerchant, { payment_id }: Json, amount: number): Promise<Json> =>
  ok(await by.api.post('/refunds', { payment_id, amount }));
const isOfPayout = (flow: FlowName): boolean => flow.startsWith('payout');
const isOfDispute = (flow: FlowName): boolean => /dispute|evidence/i.test(flow);
const online = { ip_address: '10.0.0.1', user_agent: 'x' };
const agreed = { acceptance_type: 'online', accepted_at: '2026-01-05T10:00:00.000Z', online };

/** A journey through each flow to its final status, and the kind of request that Stripe's ledger must contain. */
const journeys: Readonly<Partial<Record<FlowName, { readonly call: string; readonly go: () => Promise<Json> }>>> = {
  authorize: {
    call: 'payment',
    async go() {
      const payment = await pay(merchant);
      expect(payment).toMatchObject({ status: 'succeeded', amount_received: 6540 });
      return payment;
    },
  },
  setup: {
    call: 'setup',
    async go() {
      const storing = { customer_id: 'cus_flows', setup_future_usage: 'off_session', customer_acceptance: agreed };
      const payment = await pay(merchant, { ...storing, amount: 0 });
      expect(payment).toMatchObject({ status: 'succeeded', amount: 0, payment_method_status: 'active' });
      return payment;
    },
  },
  increment: {
    call: 'incremental',
    async go() {
      const payment = await authorize(merchant, { request_incremental_authorization: true });
      expect(payment).toMatchObject({ status: 'requires_capture', incremental_authorization_allowed: true });
      await post(payment, 'incremental_authorization', { amount: 8000 });
      expect(await intentOf(system, payment)).toMatchObject({ amount: 8000, amount_capturable: 8000 });
      await post(payment, 'capture', { amount_to_capture: 8000 });
      expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({ amount_received: 8000 });
      return payment;
    },
  },
  capture: {
    call: 'capture',
    async go() {
      const payment = await authorize();
      await post(payment, 'capture');
      expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({ amount_received: 6540 });
      return payment;
    },
  },
  void: {
    call: 'void',
    async go() {
      const payment = await authorize();
      await post(payment, 'cancel');
      await untilIs(merchant, payment, 'cancelled');
      expect(await intentOf(system, payment)).toMatchObject({ status: 'canceled', amount_received: 0 });
      return payment;
    },
  },
  sync: {
    call: 'lookup',
    async go() {
      const payment = await payWith(withoutWebhooks, stripeCards.executesThenDrops);
      return untilIs(withoutWebhooks, payment, 'succeeded');
    },
  },
  refund: {
    call: 'refund',
    async go() {
      const payment = await pay(merchant);
      const { refund_id } = await refund(merchant, payment, 2540);
      expect(await untilRefundIs(merchant, refund_id, 'succeeded')).toMatchObject({ amount: 2540 });
      return payment;
    },
  },
  refundSync: {
    call: 'refund_lookup',
    async go() {
      const payment = await payWith(withoutWebhooks, stripeCards.refundsLater);
      const { refund_id, status } = await refund(withoutWebhooks, payment, 6540);
      expect(status).toBe('pending');
      await untilRefundIs(withoutWebhooks, refund_id, 'succeeded');
      return payment;
    },
  },
};

it('every flow of a payment has a journey, and no other flow', () => {
  // `shared/mandates/mandates.spec.ts` revokes a mandate at Stripe; `payouts.spec.ts` has a journey for each flow of a payout,
  // `shared/disputes/disputes.spec.ts` for those of a dispute.
  const ofPayments = [...registry.stripe.flows].filter(
    (flow) => flow !== 'revokeMandate' && !isOfPayout(flow) && !isOfDispute(flow),
  );
  expect(Object.keys(journeys).sort()).toEqual(ofPayments.sort());
});

it.each(Object.entries(journeys))('%s reaches its final status by its own request', async (_, { call, go }) => {
  const payment = await go();
  expect(callsAtStripe(system, payment)).toContain(call);
});

describe('an expired authorization', () => {
  it.each([
    ['capture', 'capture'],
    ['cancel', 'void'],
  ])('can no longer be used: %s', async (action, call) => {
    const payment = await authorize(withoutWebhooks);
    ok(await system.sandbox.post('/control/stripe/expire', { payment_intent: payment.connector_transaction_id }));
    await withoutWebhooks.api.post(`/payments/${payment.payment_id}/${action}`);
    const ended = await untilIs(withoutWebhooks, payment, 'failed');
    expect(ended).toMatchObject({ amount_received: null, amount_capturable: 0 });
    expect(callsAtStripe(system, payment)).toContain(call);
    expect(await intentOf(system, payment)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });
});
