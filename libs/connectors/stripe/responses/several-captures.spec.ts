import type { OperationId } from '@payorch/kernel';
import { minorUnits, money } from '@payorch/kernel';
import fc from 'fast-check';
import { connectors } from '..';
import { captureKeyOf, captureMetadata } from './several-captures';
import { operationOf } from './status';
import { paymentIntent } from './wire';

const idOf = (number: number) => `op_${String(number).padStart(20, '0')}` as OperationId;
const usd = (amount: bigint) => money(amount, 'USD');

/** A payment of 6540 after captures of these amounts. */
const captured = (amounts: readonly number[], more: object = {}) =>
  paymentIntent.parse({
    id: 'pi_1',
    object: 'payment_intent',
    status: 'requires_capture',
    capture_method: 'manual',
    amount: 6540,
    currency: 'usd',
    amount_received: amounts.reduce((sum, amount) => sum + amount, 0),
    metadata: Object.fromEntries(amounts.map((amount, index) => [captureKeyOf(idOf(index)), String(amount)])),
    ...more,
  });
const sync = (payment: ReturnType<typeof captured>, number: number, amount: number) =>
  operationOf(payment, {
    flow: 'capture',
    id: idOf(number),
    reference: 'pi_1',
    money: usd(minorUnits(BigInt(amount))),
  });

it.each(['requires_capture', 'succeeded', 'canceled'])('each capture has its own outcome in %s', (status) => {
  const payment = captured([3000, 1000], { status });
  expect(sync(payment, 0, 3000)).toEqual({ kind: 'captured', reference: 'pi_1', money: usd(3000n) });
  expect(sync(payment, 1, 1000)).toEqual({ kind: 'captured', reference: 'pi_1', money: usd(1000n) });
  expect(sync(payment, 2, 1000)).toEqual({ kind: 'absent' });
});

it('a sum that the captures do not explain is a mismatch, or unknown', () => {
  expect(sync(captured([3000, 1000], { amount_received: 4500 }), 1, 1000)).toEqual({
    kind: 'mismatched',
    reference: 'pi_1',
    money: usd(1500n),
  });
  expect(sync(captured([3000, 1000], { amount_received: 3000 }), 1, 1000).kind).toBe('unknown');
});

it('of any captures each has the amount that was requested', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(amounts, (list) => {
      const payment = captured(list);
      for (const [number, amount] of list.entries())
        expect(sync(payment, number, amount)).toMatchObject({ kind: 'captured', money: usd(BigInt(amount)) });
    }),
  );
});

it('the key fits into Stripe’s metadata', () => {
  const [key] = Object.keys(captureMetadata(idOf(1), usd(10n)));
  expect(key!.length).toBeLessThanOrEqual(40);
});

it.each(['requires_capture', 'canceled', 'succeeded'])(
  'a webhook of a payment that is %s names every capture',
  (status) => {
    const { object: _, ...payment } = captured([3000, 1000], { status });
    const body = { id: 'evt_1', type: 'payment_intent.amount_capturable_updated' };
    const reading = connectors.stripe.webhooks?.parseWebhook(
      Buffer.from(JSON.stringify({ ...body, data: { object: { ...payment, object: 'payment_intent' } } })),
    );
    const facts = reading?.kind === 'event' ? reading.event.facts : [];
    expect(facts[0]).toMatchObject({ flow: 'capture', operationIds: [idOf(0), idOf(1)] });
    expect(facts.map(({ flow }) => flow)).toEqual(
      status === 'canceled' ? ['capture', 'void', 'authorize'] : ['capture'],
    );
  },
);
