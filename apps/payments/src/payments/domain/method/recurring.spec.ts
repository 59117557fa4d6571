import type { Outcome, PaymentFields } from '@payorch/contracts';
import type { CustomerId, PaymentId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aCard,
  aContext,
  create,
  effectsOf,
  eur,
  firstAccount,
  receive,
  later,
  merchantId,
  now,
  paymentId,
  paymentOf,
  profileId,
  secondAccount,
  sum,
  aProfile,
  type ContextChanges,
} from '../../../../test/builders';
import { shownPayment } from '../../../../test/replies';
import { declined, unknown } from '../../../../test/outcomes';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import { noRoute } from '../authorization/no-route';
import type { Decision, Effect } from '../decision';
import { statusOf } from '../payment.status';
import type { Mandate } from '../../../mandates/domain/mandate';
import type { PaymentMethod, ProcessorReference } from '../../../payment-methods/domain/payment-method';

const customerId = 'cus_a' as CustomerId;
const at = (account: ProcessorReference['account'], given: Partial<ProcessorReference> = {}): ProcessorReference => ({
  account,
  profileId,
  mandateReference: 'pm_stripe',
  customerReference: 'cus_stripe',
  ...given,
});
const aMethod = (given: Partial<PaymentMethod> = {}): PaymentMethod => ({
  merchantId,
  paymentMethodId: 'pm_1',
  customerId,
  status: 'active',
  method: {
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    card: { ...aCard, cvc: 'absent' },
    sealedData: null,
    paymentMethodData: null,
  },
  references: { mca_1: at(firstAccount) },
  networkTransactionId: 'nti_1',
  createdAt: now,
  modifiedAt: now,
  ...given,
});
const aMandate = (given: Partial<Mandate> = {}): Mandate => ({
  merchantId,
  mandateId: 'man_1',
  version: 1,
  profileId,
  customerId,
  paymentMethodId: 'pm_1',
  paymentId: 'pay_0' as PaymentId,
  attemptId: 'pay_0_1' as Mandate['attemptId'],
  reference: { mandateReference: 'pm_stripe', customerReference: 'cus_stripe' },
  revocation: null,
  account: firstAccount,
  status: 'active',
  terms: { use: 'multi_use', limit: null, startDate: null, endDate: null },
  captured: minorUnits(0n),
  reserved: minorUnits(0n),
  customerAcceptance: null,
  createdAt: now,
  modifiedAt: now,
  ...given,
});
const terms = (given: Partial<Mandate['terms']>) => ({ terms: { ...aMandate().terms, ...given } });

const byMandate = { recurring: { kind: 'mandate', mandateId: 'man_1' } } as const;
const byMethod = { recurring: { kind: 'payment_method', paymentMethodId: 'pm_1' } } as const;
const fields = (changes: Partial<PaymentFields>): PaymentFields => ({
  amount: minorUnits(1050n),
  currency: 'EUR',
  customerId,
  details: { off_session: true },
  ...changes,
});
const knowing = (mandate: Mandate | undefined, method: PaymentMethod | undefined, more: ContextChanges = {}) =>
  aContext({
    ...more,
    mandate: (id) => (id === mandate?.mandateId ? mandate : undefined),
    paymentMethod: (id) => (id === method?.paymentMethodId ? method : undefined),
  });
const charge = (
  named: Partial<PaymentFields>,
  mandate: Mandate | undefined = aMandate(),
  method: PaymentMethod | undefined = aMethod(),
): Decision => create(fields(named), true, knowing(mandate, method));
const uses = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.kind === 'use_mandate' ? [effect.use] : []));

describe('a saved payment method', () => {
  it.each([
    ['by its mandate', byMandate],
    ['by its own id', byMethod],
  ])('is charged %s, only at the account that saved it', (_, named) => {
    const [route] = effectsOf(charge(named));
    expect(route).toMatchObject({
      kind: 'route',
      straightThrough: {
        kind: 'accounts',
        algorithm: 'single',
        accounts: [{ connector: 'stripe_test', merchantConnectorId: 'mca_1' }],
      },
      operation: {
        paymentMethod: 'card',
        paymentMethodType: 'credit',
        card: null,
        mandate: {
          kind: 'use',
          offSession: true,
          mandateReference: 'pm_stripe',
          customerReference: 'cus_stripe',
          networkTransactionId: 'nti_1',
        },
      },
    });
  });

  it('is charged with its card only where the processor has no reference, and a network transaction id exists', () => {
    const bare = { mca_1: at(firstAccount, { mandateReference: null }) };
    const [route] = effectsOf(charge(byMethod, undefined, aMethod({ references: bare })));
    expect(route).toMatchObject({ operation: { card: { last4: '4242', cvc: 'absent' } } });
    const unknownToAll = aMethod({ references: bare, networkTransactionId: null });
    expect(charge(byMethod, undefined, unknownToAll)).toMatchObject({ code: 'no_eligible_connector' });
    const { method } = aMethod();
    const withoutNumber = aMethod({ references: bare, method: { ...method, card: { ...aCard, sealedNumber: null } } });
    expect(charge(byMethod, undefined, withoutNumber)).toMatchObject({ code: 'no_eligible_connector' });
  });

  it('is charged though only its processor has its data', () => {
    const method = { ...aMethod().method, paymentMethod: 'bank_debit', paymentMethodType: 'sepa', card: null };
    const [route] = effectsOf(charge(byMandate, aMandate(), aMethod({ method })));
    expect(route).toMatchObject({ operation: { paymentMethod: 'bank_debit', card: null, sealedMethodData: null } });
  });

  it('is authorized for the amount that its mandate permits, without increments', () => {
    const requesting = charge({
      ...byMandate,
      captureMethod: 'manual',
      details: { request_incremental_authorization: true },
    });
    const decision = receive(paymentOf(requesting), {
      kind: 'authorized',
      reference: 'r',
      money: eur('10.50'),
      incremental: true,
    });
    expect(shownPayment(paymentOf(decision))).toMatchObject({
      status: 'requires_capture',
      incremental_authorization_allowed: false,
    });
  });

  it('is charged at the account of the payment’s profile that saved it last', () => {
    const references = {
      mca_1: at(firstAccount),
      mca_2: at(secondAccount, { mandateReference: 'second' }),
      mca_3: at({ ...secondAccount, merchantConnectorId: 'mca_3' as never }, { profileId: 'pro_2' as never }),
    };
    const [route] = effectsOf(charge(byMethod, undefined, aMethod({ references })));
    expect(route).toMatchObject({ operation: { mandate: { mandateReference: 'second' } } });
    const [mandated] = effectsOf(charge(byMandate, aMandate(), aMethod({ references })));
    expect(mandated).toMatchObject({ operation: { mandate: { mandateReference: 'pm_stripe' } } });
  });

  it('is charged by its network transaction at any account where the profile allows that', () => {
    const agnostic = { connectorAgnosticMit: true };
    const charged = (named: Partial<PaymentFields>, method = aMethod()) => {
      const context = knowing(aMandate(), method, { profile: { ...aProfile, ...agnostic } });
      return effectsOf(create(fields(named), true, context))[0];
    };
    expect(charged(byMethod)).toMatchObject({
      straightThrough: null,
      operation: {
        card: { last4: '4242' },
        mandate: { mandateReference: null, customerReference: null, networkTransactionId: 'nti_1' },
      },
    });
    const elsewhere = { mca_2: at(secondAccount, { profileId: 'pro_2' as never }) };
    expect(charged(byMethod, aMethod({ references: elsewhere }))).toMatchObject({ straightThrough: null });
    const bound = {
      straightThrough: { algorithm: 'single' },
      operation: { mandate: { mandateReference: 'pm_stripe' } },
    };
    expect(charged(byMethod, aMethod({ networkTransactionId: null }))).toMatchObject(bound);
    expect(charged(byMandate)).toMatchObject(bound);
  });

  it('is shown on the payment that charged it', () => {
    const payment = paymentOf(
      receive(paymentOf(charge(byMandate)), { kind: 'captured', reference: 'r', money: eur('10.50') }),
    );
    expect(shownPayment(payment)).toMatchObject({
      status: 'succeeded',
      mandate_id: 'man_1',
      payment_method_id: 'pm_1',
      payment_method_status: 'active',
      connector_mandate_id: 'pm_stripe',
      card_discovery: 'saved_card',
      is_stored_credential: true,
      off_session: true,
      payment_method_data: { card: { last4: '4242' } },
    });
    expect(shownPayment(paymentOf(charge(byMethod)))).toMatchObject({ mandate_id: null, payment_method_id: 'pm_1' });
  });

  it.each<[string, Decision, string, string]>([
    ['of no such mandate', create(fields(byMandate), true), 'mandate_not_found', ''],
    ['of no such method', create(fields(byMethod), true), 'payment_method_not_found', ''],
    [
      'of another customer’s mandate',
      charge(byMandate, aMandate({ customerId: 'cus_b' as CustomerId })),
      'precondition_failed',
      'customer_id must match mandate customer_id',
    ],
    [
      'of another customer’s method',
      charge(byMethod, undefined, aMethod({ customerId: 'cus_b' as CustomerId })),
      'precondition_failed',
      'The payment_method_id is not valid',
    ],
    [
      'of a method that was never paid with',
      charge(byMethod, undefined, aMethod({ status: 'inactive' })),
      'precondition_failed',
      'The payment_method_id is not valid',
    ],
    ...(['revoked', 'inactive', 'pending'] as const).map(
      (status) =>
        [
          `of a mandate that is ${status}`,
          charge(byMandate, aMandate({ status })),
          'precondition_failed',
          'mandate is not active',
        ] as [string, Decision, string, string],
    ),
    [
      'before the mandate begins',
      charge(byMandate, aMandate(terms({ startDate: '2027-01-01T00:00:00.000Z' }))),
      'precondition_failed',
      'mandate is not active',
    ],
    [
      'after its end',
      charge(byMandate, aMandate(terms({ endDate: '2025-01-01T00:00:00.000Z' }))),
      'precondition_failed',
      'mandate is not active',
    ],
    [
      'while its only use is under way',
      charge(byMandate, aMandate({ ...terms({ use: 'single_use' }), reserved: minorUnits(1n) })),
      'precondition_failed',
      'mandate is not active',
    ],
    [
      'in another currency',
      charge(byMandate, aMandate(terms({ limit: sum('99', 'USD') }))),
      'mandate_validation_failed',
      'cross currency mandates not supported',
    ],
    [
      'beyond its limit',
      charge(
        byMandate,
        aMandate({ ...terms({ limit: eur('20') }), captured: minorUnits(500n), reserved: minorUnits(451n) }),
      ),
      'mandate_validation_failed',
      'request amount is greater than mandate amount',
    ],
    [
      'without a processor’s reference',
      charge(byMethod, undefined, aMethod({ references: {} })),
      'no_eligible_connector',
      '',
    ],
    [
      'by a mandate of another profile',
      charge(byMandate, aMandate({ profileId: 'pro_other' as Mandate['profileId'] })),
      'no_eligible_connector',
      '',
    ],
    [
      'by a mandate whose processor saved nothing',
      charge(
        byMandate,
        aMandate({ reference: { mandateReference: null, customerReference: null } }),
        aMethod({ networkTransactionId: null }),
      ),
      'no_eligible_connector',
      '',
    ],
  ])('is refused %s', (_, decision, code, text) => {
    expect(decision).toMatchObject({ kind: 'refused', code });
    expect(JSON.stringify(decision)).toContain(text);
  });
});

describe('the use of a mandate', () => {
  it('reserves nothing for a payment that the blocklist blocks, and the next confirmation names it again', () => {
    const decision = create(fields(byMandate), true, knowing(aMandate(), aMethod(), { isOnBlocklist: () => true }));
    expect(uses(effectsOf(decision))).toEqual([]);
    const payment = paymentOf(decision);
    expect([statusOf(payment), payment.recurring?.reserved]).toEqual(['failed', null]);
    const confirmation = { merchantId, paymentId, caller: { kind: 'merchant' }, callerIp: null } as const;
    const context = knowing(aMandate(), aMethod(), { profile: { ...aProfile, manualRetry: true } });
    expect(confirmPayment(payment, { ...confirmation, fields: { details: {} } }, context)).toMatchObject({
      code: 'missing_param',
    });
    const again = confirmPayment(payment, { ...confirmation, fields: { ...byMandate, details: {} } }, context);
    expect(uses(effectsOf(again))).toMatchObject([{ mandateId: 'man_1', reserved: 1050n }]);
  });

  describe('by a payment that is confirmed later', () => {
    const about = { merchantId, paymentId, caller: { kind: 'merchant' }, callerIp: null } as const;
    const limited = (changes: Partial<Mandate> = {}) => aMandate({ ...terms({ limit: eur('20') }), ...changes });
    const unconfirmed = () => paymentOf(create(fields(byMandate), false, knowing(limited(), aMethod())));
    const raised = { details: {}, amount: minorUnits(1999n) };

    it('reserves nothing before, and then the amount that is charged', () => {
      const payment = unconfirmed();
      expect(payment.recurring?.reserved).toBe(0n);
      const confirmed = confirmPayment(payment, { ...about, fields: raised }, knowing(limited(), aMethod()));
      expect(uses(effectsOf(confirmed))).toMatchObject([{ mandateId: 'man_1', reserved: 1999n }]);
      expect(paymentOf(confirmed).recurring?.reserved).toBe(1999n);
    });

    it.each<[string, Mandate, PaymentFields, string]>([
      ['that was revoked meanwhile', limited({ status: 'revoked' }), { details: {} }, 'mandate is not active'],
      [
        'whose limit other payments have used meanwhile',
        limited({ captured: minorUnits(951n) }),
        { details: {} },
        'request amount is greater than mandate amount',
      ],
      [
        'whose limit the amount exceeds since then',
        limited(),
        { details: {}, amount: minorUnits(2001n) },
        'request amount is greater than mandate amount',
      ],
      [
        'of another currency than the payment has since then',
        limited(),
        { details: {}, currency: 'USD' },
        'cross currency mandates not supported',
      ],
    ])('charges no mandate %s', (_, mandate, sent, text) => {
      const refusal = confirmPayment(unconfirmed(), { ...about, fields: sent }, knowing(mandate, aMethod()));
      expect(refusal.kind).toBe('refused');
      expect(JSON.stringify(refusal)).toContain(text);
    });

    it('is not stored with an amount above its limit', () => {
      const update = { ...about, confirm: false, fields: { details: {}, amount: minorUnits(2001n) } };
      expect(updatePayment(unconfirmed(), update, knowing(limited(), aMethod()))).toMatchObject({
        code: 'mandate_validation_failed',
      });
    });
  });

  const once = aMandate(terms({ use: 'single_use', limit: eur('10.50') }));
  const charged: Outcome = { kind: 'captured', reference: 'r', money: eur('10.50') };
  const authorized: Outcome = { kind: 'authorized', reference: 'r', money: eur('10.50') };
  const change = (reserved: bigint, captured: bigint, revoke: boolean) => [
    { merchantId, mandateId: 'man_1', reserved, captured, revoke },
  ];

  it('is reserved before the authorization is sent', () => {
    expect(uses(effectsOf(charge(byMandate, once)))).toEqual(change(1050n, 0n, false));
    expect(uses(effectsOf(charge(byMethod)))).toEqual([]);
  });

  it.each<[string, Mandate, Outcome, unknown]>([
    ['is captured with the charge, and revokes a single-use mandate', once, charged, change(-1050n, 1050n, true)],
    ['is captured with the charge', aMandate(), charged, change(-1050n, 1050n, false)],
    ['revokes a single-use mandate with the authorization', once, authorized, change(0n, 0n, true)],
    ['is released after a decline', once, declined(), change(-1050n, 0n, false)],
    ['stays reserved after an unknown outcome', once, unknown, []],
    ['stays reserved after `accepted`', once, { kind: 'accepted', reference: 'r' }, []],
  ])('%s', (_, mandate, outcome, expected) =>
    expect(uses(effectsOf(receive(paymentOf(charge(byMandate, mandate)), outcome)))).toEqual(expected),
  );

  it('is released where no account fits, and must then be requested again', () => {
    const payment = paymentOf(charge(byMandate, once));
    const operationId =
      'operation' in payment.attempts[0]!.facts ? payment.attempts[0]!.facts.operation : ('' as never);
    const about = { merchantId, profileId, paymentId, attemptId: payment.attempts[0]!.id, operationId };
    const back = noRoute(payment, { ...about, reason: 'no_account', connector: null }, aContext({ now: later(1) }));
    expect(uses(effectsOf(back))).toEqual(change(-1050n, 0n, false));
    const confirm = (more: Partial<PaymentFields>) =>
      confirmPayment(
        paymentOf(back),
        { merchantId, paymentId, caller: { kind: 'merchant' }, fields: { details: {}, ...more }, callerIp: null },
        knowing(once, aMethod()),
      );
    expect(confirm({})).toMatchObject({ code: 'missing_param', details: { field: 'recurring_details' } });
    expect(statusOf(paymentOf(confirm(byMandate)))).toBe('processing');
  });

  it('equals the charge, whatever the order of outcomes', () => {
    const outcome = fc.constantFrom<Outcome>(
      charged,
      authorized,
      declined(),
      unknown,
      { kind: 'absent' },
      { kind: 'voided', reference: 'r' },
    );
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 6 }), (outcomes) => {
        const first = charge(byMandate);
        let payment = paymentOf(first);
        const all = [...uses(effectsOf(first))];
        for (const one of outcomes) {
          const decision = receive(payment, one);
          if (decision.kind !== 'decided') continue;
          payment = decision.payment;
          all.push(...uses(decision.effects));
        }
        const reserved = all.reduce((total, use) => total + use.reserved, 0n);
        const captured = all.reduce((total, use) => total + use.captured, 0n);
        const isOpen = ['processing', 'requires_capture', 'requires_customer_action'].includes(statusOf(payment));
        expect([reserved, captured]).toEqual([isOpen ? 1050n : 0n, statusOf(payment) === 'succeeded' ? 1050n : 0n]);
      }),
    );
  });
});
