import type { Outcome, PaymentFields } from '@payorch/contracts';
import { flowNotSupported } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { eventOf, orderOperation } from '@payorch/operations';
import {
  aPayment,
  cardFields,
  create,
  effectsOf,
  eur,
  firstAccount,
  later,
  merchantId,
  paymentOf,
  profileId,
  receive,
  seals,
} from '../../../../test/builders';
import {
  about,
  merchant,
  accounts,
  at,
  order,
  lastOrder,
  receiveOrderOutcome,
  created,
  pending,
  ordered,
  shown,
  step,
} from '../../../../test/orders';
import { fixed, programOf, rulesOf } from '../../../../test/merchant-rules';
import { outcomes, unknown } from '../../../../test/outcomes';
import { pendingReplyNamed } from '../../../../test/replies';
import { confirmPayment } from '../decide/confirm-payment';
import { intentToRow, paymentFromRow } from '../../persistence/payment/payment.mapper';
import { createOrder } from './create-order';
import type { Decision } from '../decision';
import type { Order } from './order';
import { type Payment, withDetails } from '../payment';

describe('an order', () => {
  it('is created for the whole sum at the named account', () => {
    const decision = order(paymentOf(create({ ...cardFields(), shippingCost: minorUnits(50n) }, false)));
    const { operation: id, attemptId } = lastOrder(paymentOf(decision));
    expect(effectsOf(decision)).toEqual([
      {
        kind: 'create_order',
        operation: { id, attemptId, account: firstAccount },
        money: eur('11.00'),
        capture: 'automatic',
      },
    ]);
  });

  it.each<[PaymentFields['captureMethod'], Order['capture']]>([
    [null, 'automatic'],
    ['sequential_automatic', 'automatic'],
    ['manual', 'manual'],
    ['manual_multiple', 'manual'],
  ])('of a payment with the capture method %s is for a %s capture', (captureMethod, capture) => {
    expect(effectsOf(order(paymentOf(create(cardFields({ captureMethod }), false))))).toMatchObject([{ capture }]);
  });

  it('answers its caller once it is created, and every later caller without a call', () => {
    const open = pending();
    const decision = receiveOrderOutcome(open, created(open));
    const [reply] = effectsOf(decision);
    expect(reply).toMatchObject({ kind: 'reply', pendingReplies: [{ replyCorrelationId: 'r3' }] });
    const payment = paymentOf(decision);
    expect([payment.pendingReplies, shown(payment)]).toEqual([[], step('order_1')]);
    const { operation } = lastOrder(payment);
    expect(order(payment, 5)).toEqual({
      kind: 'unchanged',
      effects: [
        { kind: 'reply', pendingReplies: [{ ...pendingReplyNamed('r5'), view: { kind: 'order', operation } }] },
      ],
    });
  });

  it('under way is synced by a second request, and shows no step', () => {
    const open = pending();
    const decision = order(open, 5);
    const { operation: id, attemptId, money } = lastOrder(open);
    const operation = { id, attemptId, account: firstAccount };
    expect(effectsOf(decision)).toEqual([
      { kind: 'sync', flow: 'create_order', operation, reference: null, money, round: open.version },
    ]);
    expect(paymentOf(decision).orders).toEqual(open.orders);
    expect(shown(open)).toEqual(step(null));
  });

  it('with an unknown outcome answers its callers without a step, and stays under way', () => {
    const decision = receiveOrderOutcome(pending(), unknown);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'reply', pendingReplies: [{ replyCorrelationId: 'r3' }] }]);
    const open = paymentOf(decision);
    expect(lastOrder(open).state).toBe('pending');
    const again = paymentOf(order(open, 5));
    expect(shown(paymentOf(receiveOrderOutcome(again, created(again), 'sync')))).toEqual(step('order_1'));
  });

  it('without an answer to its sync answers its callers, and plans no sync', () => {
    const again = paymentOf(order(pending(), 5));
    const operationId = lastOrder(again).operation;
    const unanswered = { called: true, syncInMs: 5_000 };
    const event = { flow: 'create_order', operationId, source: 'sync', unanswered } as const;
    expect(effectsOf(receive(again, unknown, event, at(6))).map(({ kind }) => kind)).toEqual(['reply']);
  });

  it.each<[string, Outcome, object]>([
    [
      'declined',
      outcomes.declined,
      { code: 'connector_refused', details: { code: 'DC_08', connector: 'stripe_test' } },
    ],
    ['not sent', outcomes.not_sent, { code: 'connector_refused', details: { code: 'CONNECTION_REFUSED' } }],
    ['unknown to the processor', outcomes.absent, { code: 'connector_refused' }],
    [
      'created with another sum',
      { ...outcomes.order_created, money: eur('10.51') } as Outcome,
      { code: 'connector_refused' },
    ],
    ['reported with another sum', outcomes.mismatched, { code: 'connector_refused' }],
    [
      'not supported',
      { ...outcomes.not_sent, error: { code: flowNotSupported, message: '', reason: null } } as Outcome,
      { code: 'flow_not_supported', details: { flow: 'post_session_tokens' } },
    ],
  ])('that is %s refuses its callers; the next request creates another', (_, outcome, refusal) => {
    const decision = receiveOrderOutcome(pending(), outcome);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'refuse', refusal }]);
    const payment = paymentOf(decision);
    expect(lastOrder(payment)).toMatchObject({ state: 'failed', reference: null });
    const [next] = effectsOf(order(payment, 5));
    expect(next).toMatchObject({ kind: 'create_order' });
    expect(receiveOrderOutcome(payment, { ...outcomes.order_created }).kind).toBe('unchanged');
  });

  it.each(Object.values(outcomes))('follows its table for the outcome $kind', (outcome) => {
    const isStale =
      eventOf(orderOperation, 'pending', outcome.kind === 'refunded' ? 'refunded' : outcome.kind) === 'stale';
    const payment = paymentOf(receiveOrderOutcome(pending(), outcome));
    expect(payment.pendingReplies).toEqual([]);
    if (isStale) expect(lastOrder(payment).state).toBe('pending');
  });

  it('leaves the callers of an authorization waiting, whatever its outcome', () => {
    const open = pending(aPayment.unconfirmed());
    const waiting = pendingReplyNamed('confirming');
    const confirmed = paymentOf(
      confirmPayment(
        open,
        { ...about, caller: merchant, fields: cardFields(), callerIp: null },
        at(5, { pendingReply: waiting }),
      ),
    );
    for (const outcome of [created(confirmed), outcomes.declined, unknown])
      expect(paymentOf(receiveOrderOutcome(confirmed, outcome)).pendingReplies).toEqual([waiting]);
  });
});

describe('an order is refused', () => {
  const noSessionFor = (reason: string) => ({
    code: 'precondition_failed',
    details: { message: `You cannot create a session token for this payment because it ${reason}` },
  });

  it.each<[string, () => Payment, string]>([
    ['under way', aPayment.authorizing, 'has status processing'],
    ['authorized', aPayment.authorized, 'has status requires_capture'],
    ['charged', aPayment.charged, 'has status succeeded'],
    ['failed', aPayment.declined, 'has status failed'],
  ])('for a payment that is %s', (_, payment, reason) => expect(order(payment())).toMatchObject(noSessionFor(reason)));

  it('after 20 orders of a payment', () => {
    const [known] = ordered().orders;
    const orders = Array.from({ length: 20 }, () => ({ ...known!, state: 'failed' as const, reference: null }));
    expect(order({ ...aPayment.withoutMethod(), orders })).toMatchObject(noSessionFor('has 20 orders'));
    expect(order({ ...aPayment.withoutMethod(), orders: orders.slice(1) }).kind).toBe('decided');
  });

  it.each<[string, (payment: Payment) => Decision, string]>([
    [
      'an unknown payment',
      () => createOrder(undefined, { ...about, caller: merchant, ...firstAccount }, at(3)),
      'payment_not_found',
    ],
    [
      'an unknown account',
      (payment) => order(payment, 3, firstAccount, { account: () => undefined }),
      'connector_account_not_found',
    ],
    [
      'an account of another profile',
      (payment) =>
        order(payment, 3, firstAccount, {
          account: () => ({ ...accounts[0]!, profileId: 'pro_2' as typeof profileId }),
        }),
      'connector_account_not_found',
    ],
    [
      'a wrong client secret',
      (payment) =>
        createOrder(payment, { ...about, caller: { kind: 'client', clientSecret: 'x' }, ...firstAccount }, at(3)),
      'client_secret_invalid',
    ],
    [
      'an expired client secret',
      (payment) =>
        createOrder(
          payment,
          { ...about, caller: { kind: 'client', clientSecret: payment.clientSecret }, ...firstAccount },
          at(100_000),
        ),
      'client_secret_expired',
    ],
    [
      'a split payment',
      (payment) => order(withDetails(payment, { split_payments: { stripe_split_payment: {} } })),
      'not_implemented',
    ],
    ['an amount of zero', (payment) => order({ ...payment, money: eur('0') }), 'not_implemented'],
    [
      'a deleted customer',
      (payment) =>
        order(payment, 3, firstAccount, {
          customer: { merchantId, customerId: 'c' as CustomerId, redactedAt: later(1) },
        }),
      'customer_redacted',
    ],
  ])('for %s', (_, decide, code) => expect(decide(aPayment.withoutMethod())).toMatchObject({ kind: 'refused', code }));
});

describe('an order with the surcharge of the merchant’s rules', () => {
  const rulesFor = (amount: number) => ({
    merchantRules: rulesOf({ surcharge: programOf({}, [[['wallet', 'paypal'], fixed(amount)]]) }),
  });
  const open = paymentOf(
    create({ ...cardFields(), card: undefined, paymentMethod: undefined } as PaymentFields, false),
  );
  const withOrder = paymentOf(order(open, 3, firstAccount, rulesFor(35)));

  it('is for the total of its payment method, and the payment does not change', () => {
    expect(lastOrder(withOrder)).toMatchObject({ money: eur('10.85'), requested: eur('10.50') });
    expect(withOrder.extras).toEqual(open.extras);
    const made = paymentOf(receiveOrderOutcome(withOrder, created(withOrder)));
    expect(shown(made)).toEqual(step('order_1'));
  });

  it('is the payment’s order while the rules add the same', () => {
    const made = paymentOf(receiveOrderOutcome(withOrder, created(withOrder)));
    expect(order(made, 6, firstAccount, rulesFor(35))).toMatchObject({ kind: 'unchanged' });
    const dearer = paymentOf(order(made, 6, firstAccount, rulesFor(36)));
    expect(dearer.orders.map(({ money }) => money)).toEqual([eur('10.85'), eur('10.86')]);
  });

  it('is stored with its sums', () => {
    const row = { ...intentToRow(seals, withOrder, 0), attempts: [], captures: [], refunds: [], disputes: [] } as never;
    expect(paymentFromRow(seals, row).orders).toEqual(withOrder.orders);
  });
});
