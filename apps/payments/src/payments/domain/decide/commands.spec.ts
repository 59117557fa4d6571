import type { Refusal } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import {
  aCard,
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  effectsOf,
  receive,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { unknown } from '../../../../test/outcomes';
import { pendingReplyNamed } from '../../../../test/replies';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';
import { syncOnSchedule, syncPayment } from './sync-payment';
import { cancelPayment } from './cancel-payment';
import { capturePayment } from '../captures/capture-payment';
import { confirmPayment } from './confirm-payment';
import { refuseUsedId } from '../differing-fields';
import { noRoute } from '../authorization/no-route';
import { updatePayment } from './update-payment';

const merchant = { kind: 'merchant' } as const;
const about = { merchantId, paymentId };
const nothing = { details: {} };
const at = (seconds: number) => aContext({ now: later(seconds) });

const confirm = (payment: Payment | undefined, fields = cardFields(), context = at(1)): Decision =>
  confirmPayment(payment, { ...about, caller: merchant, fields, callerIp: null }, context);
const update = (payment: Payment | undefined, fields = cardFields()): Decision =>
  updatePayment(payment, { ...about, caller: merchant, confirm: null, fields, callerIp: null }, at(1));
const capture = (payment: Payment | undefined, amount: bigint | null = null): Decision =>
  capturePayment(
    payment,
    { ...about, amountToCapture: amount === null ? null : minorUnits(amount), ...nothing },
    at(2),
  );
const cancel = (payment: Payment | undefined): Decision =>
  cancelPayment(payment, { ...about, cancellationReason: 'requested_by_customer' }, at(2));

const refusalOf = (decision: Decision): Refusal => {
  if (decision.kind !== 'refused') throw new Error(`not refused: ${decision.kind}`);
  return decision;
};

const every: Record<string, () => Payment> = {
  requires_payment_method: aPayment.withoutMethod,
  requires_confirmation: aPayment.unconfirmed,
  processing: aPayment.authorizing,
  requires_customer_action: aPayment.challenged,
  requires_capture: aPayment.authorized,
  succeeded: aPayment.charged,
  failed: aPayment.declined,
  cancelled: () => paymentOf(cancel(aPayment.unconfirmed())),
};

/** states.md 1.5: who may do what when. Everything not listed is refused. */
const allowed = {
  update: ['requires_payment_method', 'requires_confirmation'],
  confirm: ['requires_payment_method', 'requires_confirmation'],
  capture: ['requires_capture'],
  cancel: ['requires_payment_method', 'requires_confirmation', 'requires_customer_action', 'requires_capture'],
} as const;
const operations = { update, confirm, capture, cancel };

describe.each(Object.keys(allowed) as (keyof typeof allowed)[])('%s', (name) => {
  it.each(Object.keys(every))('in %s', (status) => {
    const payment = every[status]!();
    expect(statusOf(payment)).toBe(status);
    const decision = operations[name](payment);
    expect(decision.kind).toBe((allowed[name] as readonly string[]).includes(status) ? 'decided' : 'refused');
  });

  it('refuses an unknown payment', () => {
    expect(refusalOf(operations[name](undefined)).code).toBe('payment_not_found');
  });
});

describe('create', () => {
  it.each<[string, Parameters<typeof create>, string, number]>([
    [
      'without a method',
      [{ amount: minorUnits(1050n), currency: 'EUR', details: {} }, null],
      'requires_payment_method',
      1050,
    ],
    [
      'without a method, confirm false',
      [{ amount: minorUnits(1050n), currency: 'EUR', details: {} }, false],
      'requires_payment_method',
      0,
    ],
    ['with a card', [cardFields(), false], 'requires_confirmation', 0],
    ['with a card and confirm', [cardFields(), true], 'processing', 1050],
    ['with sums on top', [cardFields({ shippingCost: minorUnits(50n) }), null], 'requires_confirmation', 1100],
  ])('%s', (_name, [fields, confirmed], status, capturable) => {
    const payment = paymentOf(create(fields, confirmed));
    expect([statusOf(payment), Number(payment.amountCapturable)]).toEqual([status, capturable]);
  });

  it('refuses a used payment id', () => {
    const existing = aPayment.unconfirmed();
    const command = { ...about, profileId: existing.profileId, confirm: null, fields: cardFields(), callerIp: null };
    const { code, details } = refusalOf(refuseUsedId(existing, command));
    expect([code, details['reason']]).toEqual(['payment_exists', 'PaymentId("pay_1") already exists']);
  });

  it.each<[string, Parameters<typeof cardFields>[0], string | undefined]>([
    ['the same fields', {}, undefined],
    ['a card sealed again', { card: { ...aCard, reference: 'card_2' as never } }, undefined],
    ['another amount', { amount: minorUnits(1n) }, 'amount'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['null where nothing is stored', { returnUrl: null, captureMethod: null }, undefined],
    ['a description', { details: { description: 'tea' } }, 'description'],
    ['a customer', { customerId: 'cus_1' as never, customer: { name: 'Jo' } as never }, 'customer_id,customer'],
    [
      'another payment method',
      { paymentMethod: 'wallet', paymentMethodType: 'paypal' },
      'payment_method,payment_method_type',
    ],
    ['surcharges', { surchargeAmount: minorUnits(1n), surchargeTaxAmount: minorUnits(1n) }, 'surcharge_details'],
  ])('a second create request with %s names what differs', (_, changes, differing) => {
    const existing = paymentOf(create(cardFields(), null));
    const command = {
      ...about,
      profileId: existing.profileId,
      confirm: null,
      fields: cardFields(changes),
      callerIp: null,
    };
    expect(refusalOf(refuseUsedId(existing, command)).details['differing']).toBe(differing);
  });

  it('a second create request of another profile names it', () => {
    const existing = paymentOf(create(cardFields(), null));
    const command = { ...about, profileId: 'pro_other' as never, confirm: null, fields: cardFields(), callerIp: null };
    expect(refusalOf(refuseUsedId(existing, command)).details['differing']).toBe('profile_id');
  });

  it.each([
    ['no payment method', cardFields({ paymentMethod: null, card: undefined as never }), 'invalid_request'],
    ['a card to save without a customer', cardFields({ setupFutureUsage: 'off_session' }), 'precondition_failed'],
    ['an amount of zero', cardFields({ amount: minorUnits(0n) }), 'authorization_failed'],
    ['more to capture than the amount', cardFields({ amountToCapture: minorUnits(2000n) }), 'invalid_format'],
    ['less to capture, automatically', cardFields({ amountToCapture: minorUnits(20n) }), 'precondition_failed'],
  ])('refuses to confirm with %s', (_name, fields, code) => {
    expect(refusalOf(create(fields, true)).code).toBe(code);
  });
});

describe('confirm', () => {
  it('uses the stored card, by its token or without one', () => {
    const payment = aPayment.unconfirmed();
    expect(confirm(payment, nothing).kind).toBe('decided');
    expect(confirm(payment, { details: { payment_token: payment.paymentToken! } }).kind).toBe('decided');
    expect(refusalOf(confirm(payment, { details: { payment_token: 'token_other' } })).code).toBe('token_expired');
    expect(confirm(payment, { card: cardFields().card!, details: { payment_token: 'token_other' } }).kind).toBe(
      'decided',
    );
  });

  it('refuses a token of a payment that is being created', () => {
    const named = { payment_token: 'token_other' };
    expect(refusalOf(create(cardFields({ card: undefined as never, details: named }), true)).code).toBe(
      'token_expired',
    );
  });

  it('accepts a client with the payment’s own client secret, within its session', () => {
    const payment = aPayment.unconfirmed();
    const as = (clientSecret: string, seconds: number): Decision =>
      confirmPayment(
        payment,
        { ...about, caller: { kind: 'client', clientSecret }, fields: nothing, callerIp: null },
        at(seconds),
      );
    expect(as(payment.clientSecret, 1).kind).toBe('decided');
    expect(refusalOf(as('pay_2_secret_x', 1)).code).toBe('client_secret_invalid');
    expect(refusalOf(as('', 1)).code).toBe('client_secret_invalid');
    expect(refusalOf(as(payment.clientSecret, 901)).code).toBe('client_secret_expired');
  });

  it('retries a failed payment where the profile allows it, in the first half of the session', () => {
    const allowing = (seconds: number) =>
      aContext({ now: later(seconds), profile: { ...aProfile, manualRetry: true } });
    const again = paymentOf(confirm(aPayment.declined(), nothing, allowing(10)));
    expect(again.attempts.map(({ id }) => id)).toEqual(['pay_1_1', 'pay_1_2']);
    expect(refusalOf(confirm(aPayment.declined(), nothing, allowing(451))).details['message']).toContain(
      'duration has expired',
    );
    expect(refusalOf(confirm(aPayment.declined(), nothing)).details['message']).toContain(
      'you can enable `manual_retry`',
    );
  });

  it('retries without 3-D Secure where the operator has switched it off meanwhile, and earlier attempts keep their type', () => {
    const off = aContext({
      now: later(10),
      profile: { ...aProfile, manualRetry: true },
      authenticatesCustomers: false,
    });
    const failed = { ...aPayment.declined(), authenticationType: 'three_ds' } as const;
    const decision = confirm(failed, nothing, off);
    expect(effectsOf(decision)[0]).toMatchObject({ kind: 'route', operation: { threeDs: false } });
    const again = paymentOf(decision);
    expect(again.authenticationType).toBe('no_three_ds');
    expect(again.attempts.map(({ authenticationType }) => authenticationType)).toEqual(['three_ds', undefined]);
  });

  it('sends the customer back to our own page, and does not extend the deadline of an old authorization', () => {
    const [route] = effectsOf(confirm(aPayment.unconfirmed(), nothing));
    expect(route).toMatchObject({
      kind: 'route',
      operation: {
        returnUrl:
          'https://pay.example/payments/pay_1/merchant_a/redirect/response/{connector}?redirect_token=token-of-pay_1_1',
        notAfter: later(301).toISOString(),
        card: { ...aCard, holderName: null },
        cardHolderName: 'Jo',
      },
    });
  });

  it('returns the payment to its earlier state where no account fits', () => {
    const pendingReply = pendingReplyNamed('r1');
    const payment = { ...aPayment.authorizing(), pendingReplies: [pendingReply] };
    const attempt = activeAttempt(payment);
    const operationId = 'operation' in attempt.facts ? attempt.facts.operation : ('' as never);
    const event = {
      ...about,
      profileId: payment.profileId,
      attemptId: attempt.id,
      operationId,
      reason: 'no_account',
      connector: null,
    } as const;
    const decision = noRoute(payment, event, at(1));
    expect(statusOf(paymentOf(decision))).toBe('requires_confirmation');
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'refuse', pendingReplies: [pendingReply], refusal: { code: 'no_eligible_connector' } },
    ]);
    // After a repeated route request an earlier account may no longer fit, and have the operation all the same.
    const again = { ...payment, attempts: [{ ...attempt, syncCount: 1 }] };
    expect(noRoute(again, event, at(1))).toEqual({ kind: 'unchanged', effects: [] });
    const lacking = {
      reason: 'not_implemented',
      connector: 'stripe',
      lacking: 'enable_partial_authorization',
    } as const;
    expect(effectsOf(noRoute(payment, { ...event, ...lacking }, at(1)))).toMatchObject([
      { refusal: { details: { message: 'enable_partial_authorization at stripe is not implemented' } } },
    ]);
  });
});

describe('capture', () => {
  it('checks its fields in the order of the wire', () => {
    expect(refusalOf(capture(aPayment.charged())).details['field']).toBe('capture_method');
    expect(refusalOf(capture(aPayment.authorized(), 0n)).code).toBe('invalid_format');
    expect(refusalOf(capture(aPayment.authorized(), 1051n)).details['message']).toBe(
      'amount_to_capture is greater than amount',
    );
  });

  it('excludes a second capture and a void while it is under way', () => {
    expect(refusalOf(capture(aPayment.capturing())).code).toBe('wrong_payment_state');
    expect(refusalOf(cancel(aPayment.capturing())).code).toBe('precondition_failed');
  });
});

describe('cancel', () => {
  it('ends a payment at once before any processor received it', () => {
    const decision = cancel(aPayment.unconfirmed());
    expect([statusOf(paymentOf(decision)), ...kindsOf(decision)]).toEqual(['cancelled', 'reply']);
  });

  it('waits for the processor while an authorization exists or may exist', () => {
    for (const payment of [aPayment.authorized(), aPayment.challenged()]) {
      const decision = cancel(payment);
      expect([statusOf(paymentOf(decision)), ...kindsOf(decision)]).toEqual(['processing', 'void', 'sync_later']);
      expect(statusOf(paymentOf(receive(paymentOf(decision), { kind: 'voided', reference: 'ref_1' })))).toBe(
        'cancelled',
      );
    }
  });
});

describe('a sync', () => {
  it('is sent only where the processor may know more', () => {
    expect(
      kindsOf(
        syncPayment(
          aPayment.charged(),
          { ...about, caller: merchant, expandAttempts: false, expandCaptures: false },
          at(1),
        ),
      ),
    ).toEqual(['reply']);
  });

  it('has the version as its round, which no change of state resets', () => {
    const sync = (payment: Payment) =>
      syncPayment(payment, { ...about, caller: merchant, expandAttempts: false, expandCaptures: false }, at(1));
    const authorized = { ...aPayment.authorized(), version: 7 };
    const challenged = { ...aPayment.challenged(), version: 6 };
    expect([challenged, authorized].map((payment) => effectsOf(sync(payment))[0])).toMatchObject([
      { kind: 'sync', round: 6 },
      { kind: 'sync', round: 7 },
    ]);
  });

  it('repeats without end, ever slower, and opens one incident', () => {
    let payment = paymentOf(receive(aPayment.authorizing(), unknown));
    const delays: number[] = [];
    let incidents = 0;
    for (let round = 0; round < 60; round++) {
      const decision = syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, at(round));
      payment = paymentOf(decision);
      for (const effect of effectsOf(decision)) {
        if (effect.kind === 'sync_later') delays.push(effect.delayMs);
        if (effect.kind === 'incident') incidents++;
      }
    }
    expect(delays.slice(0, 5)).toEqual([5_000, 15_000, 30_000, 60_000, 300_000]);
    expect(delays.every((delay, index) => index === 0 || delay >= delays[index - 1]!)).toBe(true);
    expect([delays.length, incidents]).toEqual([60, 1]);
  });

  it('repeats the route request while no account is known', () => {
    const decision = syncOnSchedule(aPayment.authorizing(), { attemptId: 'pay_1_1' as never }, at(400));
    expect(effectsOf(decision)[0]).toMatchObject({ kind: 'route', operation: { notAfter: later(300).toISOString() } });
  });
});
