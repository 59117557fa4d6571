import type { PaymentFields } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import {
  aPayment,
  aProfile,
  cardFields,
  effectsOf,
  eur,
  firstAccount,
  paymentOf,
  receive,
  secondAccount,
} from '../../../../test/builders';
import {
  about,
  merchant,
  at,
  order,
  lastOrder,
  receiveOrderOutcome,
  created,
  pending,
  ordered,
  shown,
  update,
  sealedMethodData,
  byOrder,
  confirm,
  step,
} from '../../../../test/orders';
import { outcomes } from '../../../../test/outcomes';
import { confirmPayment } from '../decide/confirm-payment';
import type { Payment } from '../payment';

describe('a changed payment', () => {
  it('gets another order, and the earlier one again when it changes back', () => {
    const first = ordered();
    const more = update(first, { amount: minorUnits(2000n) });
    expect(shown(more)).toEqual(step(null));
    const second = ordered(more, 5);
    expect(second.orders.map(({ money }) => money)).toEqual([eur('10.50'), eur('20.00')]);
    expect(shown(second)).toEqual(step('order_2'));
    const back = update(second, { amount: minorUnits(1050n) });
    expect(order(back, 7).kind).toBe('unchanged');
    expect(shown(back)).toEqual(step('order_1'));
  });

  it.each<[string, Partial<PaymentFields>]>([
    ['another currency', { currency: 'USD' }],
    ['another sum by its shipping cost', { shippingCost: minorUnits(1n) }],
    ['another capture', { captureMethod: 'manual' }],
  ])('with %s gets another order', (_, fields) =>
    expect(effectsOf(order(update(ordered(), fields)))).toMatchObject([{ kind: 'create_order' }]),
  );

  it('gets another order at another account, and each caller the order of its own account', () => {
    const payment = ordered();
    const decision = order(payment, 5, secondAccount);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'create_order', operation: { account: secondAccount } }]);
    const { operation } = payment.orders[0]!;
    expect(shown(paymentOf(decision), { kind: 'order', operation })).toEqual(step('order_1'));
    const second = lastOrder(paymentOf(decision)).operation;
    expect(shown(paymentOf(decision), { kind: 'order', operation: second })).toEqual(step(null));
  });

  it('shows no order of its earlier sum to a caller that waited for it', () => {
    const open = pending();
    const { operation } = lastOrder(open);
    const changed = update(open, { amount: minorUnits(2000n) });
    const payment = paymentOf(receiveOrderOutcome(changed, created(changed)));
    expect(shown(payment, { kind: 'order', operation })).toEqual(step(null));
  });
});

describe('the confirmation by an order', () => {
  it('goes to the account of the order with its reference, and to no other', () => {
    const decision = confirm(ordered(), byOrder('order_1'));
    expect(effectsOf(decision)).toMatchObject([
      {
        kind: 'route',
        operation: { orderReference: 'order_1', money: eur('10.50'), sealedMethodData },
        straightThrough: { kind: 'accounts', algorithm: 'single', accounts: [firstAccount] },
      },
    ]);
  });

  it('of a failed attempt may be repeated with the same order', () => {
    const profile = { ...aProfile, manualRetry: true };
    const failed = paymentOf(receive(paymentOf(confirm(ordered(), byOrder('order_1'))), outcomes.declined));
    const context = at(7, { profile });
    const again = confirmPayment(
      failed,
      { ...about, caller: merchant, fields: { details: {} }, callerIp: null },
      context,
    );
    expect(effectsOf(again)).toMatchObject([{ kind: 'route', operation: { orderReference: 'order_1' } }]);
  });

  it('with the same data sent before it needs them no more', () => {
    const given = update(ordered(), byOrder('order_1'));
    expect(effectsOf(confirm(given, { details: {} }))).toMatchObject([{ operation: { orderReference: 'order_1' } }]);
  });

  it.each<[string, () => Payment, PaymentFields, object]>([
    ['names no order of the payment', ordered, byOrder('order_of_another'), { code: 'invalid_value' }],
    ['names an order, without one', aPayment.withoutMethod, byOrder('order_1'), { code: 'invalid_value' }],
    ['comes before the order', pending, byOrder('order_1'), { code: 'invalid_value' }],
    [
      'is a recurring charge',
      ordered,
      { ...byOrder('order_1'), recurring: { kind: 'network_transaction', networkTransactionId: 'nti_1' } },
      { code: 'invalid_value' },
    ],
    [
      'changes the sum',
      ordered,
      { ...byOrder('order_1'), amount: minorUnits(1051n) },
      { details: { message: 'You cannot confirm this payment because it has changed since its order was created' } },
    ],
    [
      'changes the capture',
      ordered,
      { ...byOrder('order_1'), captureMethod: 'manual' },
      { details: { message: 'You cannot confirm this payment because it has changed since its order was created' } },
    ],
    [
      'requests another connector',
      ordered,
      { ...byOrder('order_1'), straightThrough: { kind: 'connectors', connectors: ['adyen_test'] } },
      { code: 'no_eligible_connector' },
    ],
    [
      'requests another account of the connector',
      ordered,
      {
        ...byOrder('order_1'),
        straightThrough: {
          kind: 'accounts',
          algorithm: 'single',
          accounts: [{ connector: 'stripe_test', merchantConnectorId: 'mca_9' }],
        },
      },
      { code: 'no_eligible_connector' },
    ],
  ])('is refused where it %s', (_, payment, fields, refusal) =>
    expect(confirm(payment(), fields)).toMatchObject({ kind: 'refused', ...refusal }),
  );

  it('names no order once other data replaced it', () => {
    const [route] = effectsOf(confirm(update(ordered(), byOrder('order_1')), cardFields()));
    expect(route).toMatchObject({ kind: 'route', straightThrough: null });
    expect(route).not.toHaveProperty('operation.orderReference');
  });
});
