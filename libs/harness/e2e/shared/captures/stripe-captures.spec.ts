import { cardFields, eventually, ok, sharedSystem, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import { atStripe, intentOf, pay, refundsAtStripe, seen, untilIs } from '../stripe/at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});
afterAll(() => system.sandbox.raw('DELETE', '/control/faults'));

const capture = ({ payment_id }: Json, amount_to_capture: number): Promise<Answer> =>
  merchant.api.post(`/payments/${payment_id}/capture`, { amount_to_capture });

describe('manual_multiple at Stripe', () => {
  const authorized = async (): Promise<Json> => {
    const payment = await pay(merchant, { capture_method: 'manual_multiple' });
    expect(payment).toMatchObject({ status: 'requires_capture', amount_capturable: 6540 });
    return payment;
  };

  it('captures in parts; the last one ends the payment', async () => {
    const payment = await authorized();
    expect(ok(await capture(payment, 3000))).toMatchObject({
      status: 'partially_captured_and_capturable',
      amount_capturable: 3540,
      amount_received: 3000,
    });
    expect((await intentOf(system, payment)).status).toBe('requires_capture');
    expect(ok(await capture(payment, 3540))).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    const intent = await intentOf(system, payment);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    const parts = Object.entries(intent.metadata as Json).filter(([key]) => key.startsWith('capture_op_'));
    expect(parts.map(([, amount]) => amount).sort()).toEqual(['3000', '3540']);
  });

  it('voids the rest, keeps and refunds what was captured', async () => {
    const payment = await authorized();
    ok(await capture(payment, 2000));
    ok(await capture(payment, 1000));
    expect(ok(await merchant.api.post(`/payments/${payment.payment_id}/cancel`, {}))).toMatchObject({
      status: 'partially_captured',
      amount_capturable: 0,
      amount_received: 3000,
    });
    ok(await merchant.api.post('/refunds', { payment_id: payment.payment_id, amount: 3000 }));
    expect(await refundsAtStripe(system, payment)).toEqual([3000]);
  });

  it('syncs a capture whose answer is lost by the metadata of that capture', async () => {
    const payment = await authorized();
    ok(await capture(payment, 1000));
    const match = { connector: 'stripe', kind: 'capture' };
    ok(await system.sandbox.post('/control/faults', { match, fault: 'execute_then_drop', times: 1 }));
    ok(await capture(payment, 2000));
    const now = await eventually(
      async () => {
        const shown = await seen(merchant, payment);
        return shown.amount_received === 3000 && shown;
      },
      { withinMs: 60_000 },
    );
    expect(now).toMatchObject({ status: 'partially_captured_and_capturable', amount_capturable: 3540 });
    // Executed once: a second execution would have captured 5000.
    expect(await intentOf(system, payment)).toMatchObject({ amount_received: 3000, amount_capturable: 3540 });
  });
});

describe('an overcapture at Stripe', () => {
  const authorized = (more: object = {}): Promise<Json> =>
    pay(merchant, { capture_method: 'manual', enable_overcapture: true, ...more });

  it('takes up to the maximum of the charge', async () => {
    const payment = await authorized();
    expect(payment).toMatchObject({ amount_capturable: 7848, is_overcapture_enabled: true });
    expect((await capture(payment, 7849)).body.error.code).toBe('IR_06');
    expect(ok(await capture(payment, 7848))).toMatchObject({ status: 'succeeded', amount_received: 7848 });
    expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({ amount_received: 7848 });
    expect((await intentOf(system, payment)).amount_received).toBe(7848);
  });

  it('is not permitted on every network', async () => {
    const payment = await authorized(cardFields('5555555555554444'));
    expect(payment).toMatchObject({ amount_capturable: 6540, is_overcapture_enabled: false });
    expect((await capture(payment, 6541)).body.error.code).toBe('IR_06');
  });
});
