import type { Outcome, PaymentFields } from '@payorch/contracts';
import type { CustomerId, ProfileId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import {
  acceptance,
  aContext,
  atProcessor,
  create,
  effectsOf,
  eur,
  firstAccount,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  savingFields,
} from '../../../../test/builders';
import { declined, unknown } from '../../../../test/outcomes';
import { aStoredMandate, customerId } from '../../../../test/payment-methods';
import { shownPayment } from '../../../../test/replies';
import type { Mandate } from '../../../mandates/domain/mandate';
import { confirmPayment } from '../decide/confirm-payment';
import type { Decision } from '../decision';
import { activeAttempt, type Payment } from '../payment';

const knowing = (mandate: Mandate | undefined, at = later(0)) =>
  aContext({ now: at, mandate: (id) => (id === mandate?.mandateId ? mandate : undefined) });
const updating = (more: Partial<PaymentFields> = {}): PaymentFields =>
  savingFields({
    customerId,
    details: { mandate_data: { update_mandate_id: 'man_1', customer_acceptance: acceptance } },
    ...more,
  });
const pay = (more: Partial<PaymentFields> = {}, mandate: Mandate | undefined = aStoredMandate()): Decision =>
  create(updating(more), true, knowing(mandate));
const captured: Outcome = { kind: 'captured', reference: 'ref_1', money: eur('10.50'), stored: atProcessor };
const after = (payment: Payment, outcome: Outcome, mandate = aStoredMandate()) =>
  receive(payment, outcome, {}, knowing(mandate, later(1)));
const movesOf = (decision: Decision) => effectsOf(decision).filter(({ kind }) => kind === 'move_mandate');

describe('a payment that updates a mandate', () => {
  it('is routed only where its payment method can be saved, and reserves nothing of the mandate', () => {
    const effects = effectsOf(pay());
    expect(effects).toMatchObject([
      { kind: 'route', operation: { mandate: { kind: 'store', usage: 'off_session', isRequired: true } } },
    ]);
  });

  it.each<[string, Partial<PaymentFields>, Mandate | undefined, string]>([
    ['of an unknown mandate', {}, aStoredMandate({ mandateId: 'man_2' }), 'mandate_not_found'],
    ['of another customer’s mandate', { customerId: 'cus_b' as CustomerId }, aStoredMandate(), 'precondition_failed'],
    [
      'of another profile’s mandate',
      {},
      aStoredMandate({ profileId: 'pro_2' as ProfileId }),
      'mandate_validation_failed',
    ],
    [
      'of a single-use mandate',
      {},
      aStoredMandate({ terms: { ...aStoredMandate().terms, use: 'single_use' } }),
      'mandate_validation_failed',
    ],
    ['of a revoked mandate', {}, aStoredMandate({ status: 'revoked' }), 'precondition_failed'],
    ['of a mandate under revocation', {}, aStoredMandate({ status: 'pending' }), 'precondition_failed'],
    [
      'of a mandate after its end',
      {},
      aStoredMandate({ terms: { ...aStoredMandate().terms, endDate: later(-1).toISOString() } }),
      'precondition_failed',
    ],
    ['on session', { setupFutureUsage: 'on_session' }, aStoredMandate(), 'precondition_failed'],
    [
      'without consent',
      { details: { mandate_data: { update_mandate_id: 'man_1' } } },
      aStoredMandate(),
      'missing_param',
    ],
    ['that also sets one up', { mandateTerms: aStoredMandate().terms }, aStoredMandate(), 'invalid_request'],
  ])('%s is refused', (_, more, mandate, code) => expect(pay(more, mandate)).toMatchObject({ kind: 'refused', code }));

  it('moves the mandate with its success, to its own payment method, account, consent and reference', () => {
    const decision = after(paymentOf(pay()), captured);
    const payment = paymentOf(decision);
    expect(movesOf(decision)).toEqual([
      {
        kind: 'move_mandate',
        mandateId: 'man_1',
        detachment: expect.stringContaining('op_') as string,
        to: {
          paymentMethodId: payment.saved?.paymentMethodId,
          paymentId,
          attemptId: activeAttempt(payment).id,
          account: firstAccount,
          customerAcceptance: acceptance,
          reference: { mandateReference: 'pm_stripe', customerReference: 'cus_stripe' },
        },
      },
    ]);
    expect(effectsOf(decision).map(({ kind }) => kind)).not.toContain('create_mandate');
    expect(shownPayment(payment)).toMatchObject({ status: 'succeeded', mandate_id: 'man_1' });
  });

  it('moves it without a charge, too', () => {
    const nothing = paymentOf(pay({ amount: minorUnits(0n) }));
    expect(movesOf(after(nothing, { ...captured, money: eur('0') }))).toHaveLength(1);
  });

  it('moves it when the authorized amount awaits its capture', () => {
    const payment = paymentOf(pay({ captureMethod: 'manual' }));
    expect(movesOf(after(payment, { ...captured, kind: 'authorized' }))).toHaveLength(1);
  });

  it.each<[string, Outcome]>([
    ['a decline', declined()],
    ['an unknown outcome', unknown],
    [
      'a challenge',
      { kind: 'challenged', reference: 'r', challenge: { url: 'https://bank.example', method: 'GET', fields: {} } },
    ],
    ['an outcome to come', { kind: 'accepted', reference: 'r', stored: atProcessor }],
    ['a charge without a reference for later ones', { kind: 'captured', reference: 'ref_1', money: eur('10.50') }],
  ])('leaves it as it is after %s', (_, outcome) => {
    const decision = after(paymentOf(pay()), outcome);
    expect(movesOf(decision)).toEqual([]);
    expect(effectsOf(decision).map(({ kind }) => kind)).not.toContain('refer_mandate');
  });

  it('leaves a mandate that was revoked meanwhile', () =>
    expect(movesOf(after(paymentOf(pay()), captured, aStoredMandate({ status: 'revoked' })))).toEqual([]));

  it('moves it once: a later outcome does not take it back from another payment', () => {
    const authorized = paymentOf(
      after(paymentOf(pay({ captureMethod: 'manual' })), { ...captured, kind: 'authorized' }),
    );
    expect(movesOf(after(authorized, captured))).toEqual([]);
  });
});

describe('the client of a payment', () => {
  const made = (details: PaymentFields['details']): Payment =>
    paymentOf(create(updating({ details }), false, knowing(aStoredMandate())));
  const confirm = (payment: Payment, mandate_data: object) =>
    confirmPayment(
      payment,
      {
        merchantId,
        paymentId,
        callerIp: null,
        caller: { kind: 'client', clientSecret: payment.clientSecret },
        fields: { details: { mandate_data } as PaymentFields['details'] },
      },
      knowing(aStoredMandate()),
    );

  it('cannot name a mandate for an update that the merchant has not named', () =>
    expect(confirm(made({}), { update_mandate_id: 'man_1', customer_acceptance: acceptance })).toMatchObject({
      code: 'not_for_clients',
      details: { field: 'mandate_data.update_mandate_id' },
    }));

  it('consents to the update that the merchant has named', () => {
    const payment = made({ mandate_data: { update_mandate_id: 'man_1' } });
    for (const update_mandate_id of [null, 'man_1'])
      expect(effectsOf(confirm(payment, { update_mandate_id, customer_acceptance: acceptance }))[0]).toMatchObject({
        operation: { mandate: { kind: 'store', isRequired: true } },
      });
  });
});
