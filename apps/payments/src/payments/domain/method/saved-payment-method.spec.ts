import type { Outcome, PaymentFields } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import {
  acceptance,
  atProcessor,
  aCard,
  cardFields,
  create,
  effectsOf,
  eur,
  firstAccount,
  receive,
  kindsOf,
  merchantId,
  paymentOf,
  savingFields,
} from '../../../../test/builders';
import { shownPayment } from '../../../../test/replies';
import { declined, unknown } from '../../../../test/outcomes';
import { savedIdOf } from '@payorch/contracts';
import type { Effect } from '../decision';
import type { Payment } from '../payment';

const confirmed = (fields: PaymentFields): Payment => paymentOf(create(fields, true));
const charged = (stored = atProcessor): Outcome => ({
  kind: 'captured',
  reference: 'ref_1',
  money: eur('10.50'),
  stored,
});
const challenged: Outcome = {
  kind: 'challenged',
  reference: 'ref_1',
  challenge: { url: 'https://bank.example', method: 'GET', fields: {} },
};
const effect = <K extends Effect['kind']>(effects: readonly Effect[], kind: K) =>
  effects.find((one): one is Extract<Effect, { kind: K }> => one.kind === kind);
const view = (payment: Payment, caller: 'merchant' | 'client' = 'merchant') => shownPayment(payment, { caller });
const terms = { use: 'single_use', limit: eur('10.50'), startDate: null, endDate: null } as const;

describe('the mandate instruction of an authorization', () => {
  it.each<[string, PaymentFields, unknown]>([
    ['is `store` for off-session charges', savingFields(), { kind: 'store', usage: 'off_session' }],
    [
      'is `store` for on-session charges',
      savingFields({ setupFutureUsage: 'on_session' }),
      { kind: 'store', usage: 'on_session' },
    ],
    [
      'is `store` where the mandate data has the consent',
      savingFields({ details: { mandate_data: { customer_acceptance: acceptance } } }),
      { kind: 'store', usage: 'off_session' },
    ],
    ['is `none` without the customer’s consent', savingFields({ details: {} }), { kind: 'none' }],
    [
      'is `none` without a request to save the payment method',
      cardFields({ details: { customer_acceptance: acceptance } }),
      { kind: 'none' },
    ],
  ])('%s', (_, fields, mandate) =>
    expect(effectsOf(create(fields, true))[0]).toMatchObject({ kind: 'route', operation: { mandate } }),
  );

  it('permits an amount of zero only with `store`', () => {
    const nothing = minorUnits(0n);
    const decision = create(savingFields({ amount: nothing }), true);
    expect(effectsOf(decision)[0]).toMatchObject({ operation: { money: eur('0'), mandate: { kind: 'store' } } });
    const done = receive(paymentOf(decision), {
      kind: 'captured',
      reference: 'seti_1',
      money: eur('0'),
      stored: atProcessor,
    });
    expect(view(paymentOf(done))).toMatchObject({ status: 'succeeded', amount: 0, payment_method_status: 'active' });
    expect(create(savingFields({ amount: nothing, details: {} }), true)).toMatchObject({
      code: 'authorization_failed',
    });
  });
});

describe('a saved payment method', () => {
  it('has the card without its CVC, and the processor’s references', () => {
    const { paymentMethod } = effect(effectsOf(receive(confirmed(savingFields()), charged())), 'save_payment_method')!;
    expect(paymentMethod).toMatchObject({
      paymentMethodId: savedIdOf(merchantId, 'cus_1' as CustomerId, aCard.fingerprint),
      customerId: 'cus_1',
      status: 'active',
      networkTransactionId: 'nti_1',
      references: { mca_1: { account: firstAccount, mandateReference: 'pm_stripe', customerReference: 'cus_stripe' } },
    });
    expect(paymentMethod.method.card).toEqual({ ...aCard, cvc: 'absent' });
  });

  it('has no token or account number: these serve once, or the processor stores them', () => {
    const sealed = { reference: 'data_1', sealed: 'jwe' } as never;
    const { card, ...rest } = savingFields();
    expect(card).toBeDefined();
    const fields = { ...rest, paymentMethod: 'bank_debit', paymentMethodType: 'sepa', sealedMethodData: sealed };
    const { paymentMethod } = effect(effectsOf(receive(confirmed(fields), charged())), 'save_payment_method')!;
    expect(paymentMethod.method).toMatchObject({ paymentMethod: 'bank_debit', card: null, sealedData: null });
    expect(JSON.stringify(paymentMethod)).not.toContain('jwe');
  });

  it.each<[string, PaymentFields, Outcome]>([
    ['a decline', savingFields(), declined()],
    ['an unknown outcome', savingFields(), unknown],
    ['a payment without a request to save', cardFields(), charged()],
    ['a payment without consent', savingFields({ details: {} }), charged()],
  ])('does not exist after %s', (_, fields, outcome) => {
    const decision = receive(confirmed(fields), outcome);
    expect(kindsOf(decision)).not.toContain('save_payment_method');
    expect(view(paymentOf(decision))).toMatchObject({
      payment_method_id: null,
      payment_method_status: null,
      payment_method_tokenization_details: null,
    });
  });

  it('is active only once a payment with it is charged', () => {
    const atBank = receive(confirmed(savingFields()), challenged);
    expect(effect(effectsOf(atBank), 'save_payment_method')?.paymentMethod).toMatchObject({
      status: 'inactive',
      references: {},
    });
    const paid = receive(paymentOf(atBank), charged(), { source: 'webhook' });
    const first = view(paymentOf(atBank))['payment_method_id'];
    expect(effect(effectsOf(paid), 'save_payment_method')?.paymentMethod).toMatchObject({
      status: 'active',
      paymentMethodId: first,
    });
    expect(view(paymentOf(paid))).toMatchObject({ payment_method_id: first, payment_method_status: 'active' });
  });

  it('is shown with the processor’s references; that of the customer to the merchant only', () => {
    const payment = paymentOf(receive(confirmed(savingFields()), charged()));
    expect(view(payment)).toMatchObject({
      connector_mandate_id: 'pm_stripe',
      connector_customer_id: 'cus_stripe',
      network_transaction_id: 'nti_1',
      payment_method_tokenization_details: { psp_tokenization: true, is_eligible_for_mit_payment: true },
    });
    expect(view(payment, 'client')).toMatchObject({ connector_mandate_id: 'pm_stripe', connector_customer_id: null });
  });

  it('is saved also where the processor saves nothing', () => {
    const payment = paymentOf(
      receive(confirmed(savingFields()), { kind: 'captured', reference: 'ref_1', money: eur('10.50') }),
    );
    expect(view(payment)).toMatchObject({
      payment_method_status: 'active',
      connector_mandate_id: null,
      payment_method_tokenization_details: { psp_tokenization: false, is_eligible_for_mit_payment: false },
    });
  });
});

describe('a mandate', () => {
  const fields = savingFields({ mandateTerms: terms, details: { mandate_data: { customer_acceptance: acceptance } } });

  it.each<[string, Outcome]>([
    ['charged', charged()],
    ['at the bank’s page', challenged],
  ])('is created once, by a payment that is %s', (_, outcome) => {
    const decision = receive(confirmed(fields), outcome);
    const { mandate } = effect(effectsOf(decision), 'create_mandate')!;
    expect(mandate).toMatchObject({
      mandateId: 'man_xxxxxxxxxxxxxxxxxxxx',
      status: 'active',
      terms,
      account: firstAccount,
      customerAcceptance: acceptance,
      captured: 0n,
    });
    expect(view(paymentOf(decision))['mandate_id']).toBe(mandate.mandateId);
    const later = receive(paymentOf(decision), charged(), { source: 'sync' });
    expect(kindsOf(later)).not.toContain('create_mandate');
  });

  it('is not created without mandate terms, or by a declined payment', () => {
    expect(kindsOf(receive(confirmed(savingFields()), charged()))).not.toContain('create_mandate');
    expect(view(paymentOf(receive(confirmed(fields), declined())))['mandate_id']).toBeNull();
  });
});
