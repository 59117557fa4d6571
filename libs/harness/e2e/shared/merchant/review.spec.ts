import { ok } from '@payorch/harness';
import { aPayingMerchant, keysOf } from '../../support/paying-merchant';
import { paymentKeys } from '../../support/payment-keys';

const { system, created, authorized, challenged, act, retrieve } = aPayingMerchant();

const effectsOn = (reference: string): unknown[] =>
  system
    .ledger()
    .filter(({ entry, payment_id }) => entry === 'effect' && payment_id === reference)
    .map(({ effect }) => effect);

describe('after a review', () => {
  it('an approved payment is captured, and shows the decision', async () => {
    const payment = await authorized();
    const approved = ok(await act(payment.payment_id, 'approve'));
    expect(keysOf(approved)).toEqual(paymentKeys);
    expect(approved).toMatchObject({
      status: 'succeeded',
      merchant_decision: 'approved',
      amount_received: 6540,
      amount_capturable: 0,
    });
    expect(await retrieve(payment.payment_id)).toEqual(approved);
    expect(effectsOn(payment.connector_transaction_id)).toEqual(['authorize', 'capture']);
  });

  it.each([
    ['authorized', () => authorized()],
    ['waiting for its customer', () => challenged()],
    ['not confirmed', () => created()],
  ] as const)('a rejected payment that was %s is cancelled, with the reason', async (_, make) => {
    const { payment_id } = await make();
    const rejected = ok(await act(payment_id, 'reject'));
    expect(rejected).toMatchObject({
      status: 'cancelled',
      merchant_decision: 'rejected',
      cancellation_reason: 'Rejected by merchant',
    });
    expect(await retrieve(payment_id)).toEqual(rejected);
  });

  it('one of 20 concurrent decisions applies, also at the processor', async () => {
    const payment = await authorized();
    const id = payment.payment_id as string;
    const answers = await Promise.all([...Array(20).keys()].map((n) => act(id, n % 2 === 0 ? 'approve' : 'reject')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const { status, merchant_decision } = await retrieve(id);
    const effects = effectsOn(payment.connector_transaction_id);
    expect([
      ['succeeded', 'approved', 'capture'],
      ['cancelled', 'rejected', 'void'],
    ]).toContainEqual([status, merchant_decision, effects[1]]);
    expect(effects).toHaveLength(2);
  });
});
