import type { Json, JsonObject, PaymentFields } from '@payorch/contracts';
import { minorUnits, money } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  effectsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
} from '../../../../test/builders';
import { declined } from '../../../../test/outcomes';
import { installmentDataView, installmentOptionsView } from '../../queries/payment/installments.parts';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { netAmount } from '../payment';
import { interestOf } from './installments';

const offers = (payment_method = 'card', counts: Json = [3, 6], interest_rate = 2.5): JsonObject => ({
  payment_method,
  installments: [{ number_of_installments: counts, billing_frequency: 'month', interest_rate }],
});
const choice = (count: number): JsonObject => ({ number_of_installments: count, billing_frequency: 'month' });
const offering = (options: Json = [offers()], more: Partial<PaymentFields> = {}): Payment =>
  paymentOf(create(cardFields({ ...more, details: { installment_options: options, ...more.details } }), false));

const about = { merchantId, paymentId, callerIp: null };
const asMerchant = { kind: 'merchant' } as const;
const asClient = ({ clientSecret }: Payment) => ({ kind: 'client', clientSecret }) as const;
const confirm = (
  payment: Payment,
  details: JsonObject,
  {
    caller = asMerchant,
    context = aContext(),
    ...fields
  }: Partial<PaymentFields> & {
    caller?: Parameters<typeof confirmPayment>[1]['caller'];
    context?: ReturnType<typeof aContext>;
  } = {},
): Decision => confirmPayment(payment, { ...about, caller, fields: { details, ...fields } }, context);
const update = (
  payment: Payment,
  fields: Partial<PaymentFields>,
  caller = asMerchant as ReturnType<typeof asClient> | typeof asMerchant,
) => updatePayment(payment, { ...about, caller, confirm: null, fields: { details: {}, ...fields } }, aContext());

const notConfigured = {
  code: 'invalid_request',
  details: { message: 'Installment options are not configured for this payment' },
};
const notFound = (count: number) => ({
  kind: 'refused',
  code: 'invalid_request',
  details: { message: `No installment plan found for ${count} installments with month billing frequency` },
});

describe('the interest', () => {
  it.each<[bigint, number, bigint]>([
    [6540n, 0, 0n],
    [6540n, 2.5, 164n],
    [1000n, 1.15, 12n],
    [1000n, 1.14, 11n],
    [1n, 50, 1n],
    [1n, 49.99, 0n],
    [0n, 10, 0n],
    [999_999_999n, 100, 999_999_999n],
    [999_999_999n, 0.01, 100_000n],
    [100n, 0.29, 0n],
    [10_000n, 0.29, 29n],
  ])('of %d minor units at %d %% is %d, rounded half up', (amount, interestRate, interest) =>
    expect(interestOf(money(amount, 'BRL'), { interestRate })).toBe(interest),
  );
});

describe('a confirmation with a plan', () => {
  it('authorizes the amount with the interest, and the processor gets the plan', () => {
    const decision = confirm(offering(), { installment_data: choice(3) });
    const payment = paymentOf(decision);
    expect(payment.extras.installmentInterest).toBe(26n);
    expect(netAmount(payment)).toEqual(money(1076n, 'EUR'));
    expect(payment.amountCapturable).toBe(1076n);
    expect(effectsOf(decision)[0]).toMatchObject({
      kind: 'route',
      operation: { money: money(1076n, 'EUR'), installments: { count: 3, frequency: 'month' } },
    });
    expect(installmentDataView(payment)).toEqual({ ...choice(3), installment_interest: 26 });
  });

  it('has no interest on shipping and tax, which the total contains', () => {
    const extras = { shippingCost: minorUnits(1000n), orderTaxAmount: minorUnits(10n) };
    expect(netAmount(paymentOf(confirm(offering([offers()], extras), { installment_data: choice(6) }))).amount).toBe(
      2086n,
    );
  });

  it('without one is authorized at once', () => {
    const decision = confirm(offering(), {});
    expect(effectsOf(decision)[0]).not.toHaveProperty('operation.installments');
    expect(paymentOf(decision).extras.installmentInterest).toBeNull();
  });

  it.each<[string, Json, number, object]>([
    ['of a payment without options', null, 3, notConfigured],
    ['of a payment with an empty list of options', [], 3, notConfigured],
    ['of another number', [offers()], 4, notFound(4)],
    ['of another payment method', [offers('pay_later')], 3, notFound(3)],
    ['among no plans', [{ payment_method: 'card', installments: [] }], 3, notFound(3)],
    [
      'among options that were stored before they were checked',
      [offers('card', [3], 1.255)],
      3,
      { code: 'value_not_allowed', details: { field: 'installment_options[0].installments[0].interest_rate' } },
    ],
  ])('is refused %s, also to a client', (_, options, count, refused) => {
    const payment = offering(options);
    const installment_data = choice(count);
    expect(confirm(payment, { installment_data })).toMatchObject(refused);
    expect(confirm(payment, { installment_data }, { caller: asClient(payment) })).toMatchObject(refused);
  });

  it('is a choice of the client among the plans of the merchant', () => {
    const payment = offering();
    const caller = asClient(payment);
    expect(effectsOf(confirm(payment, { installment_data: choice(6) }, { caller }))[0]).toMatchObject({
      operation: { installments: { count: 6 } },
    });
    expect(
      confirm(payment, { installment_options: [offers('card', [3], 0)], installment_data: choice(3) }, { caller }),
    ).toMatchObject({ code: 'not_for_clients', details: { field: 'installment_options' } });
  });

  it('of a mandate is refused by name', () => {
    const recurring = { mandateId: 'man_1', reserved: minorUnits(0n), reference: { mandateReference: null } };
    const payment = { ...offering(), recurring: recurring as unknown as Payment['recurring'] };
    expect(confirm(payment, { installment_data: choice(3) })).toMatchObject({
      code: 'not_implemented',
      details: { message: 'installment_data is not implemented' },
    });
  });
});

describe('the plan of an unconfirmed payment', () => {
  it('changes the total with the amount, the options and the choice', () => {
    const chosen = paymentOf(update(offering(), { details: { installment_data: choice(3) } }));
    expect(netAmount(chosen).amount).toBe(1076n);
    const steps: readonly [Partial<PaymentFields>, bigint][] = [
      [{ amount: minorUnits(2000n) }, 2050n],
      [{ details: { installment_options: [offers('card', [3], 0)] } }, 1050n],
      [{ details: { installment_options: [offers('card', [3], 10)] } }, 1155n],
      [{ details: { installment_options: null } }, 1050n],
      // The confirmation refuses this payment method; until then the total is the one that a page has shown.
      [{ paymentMethod: 'pay_later', paymentMethodType: 'klarna' }, 1076n],
      [{ details: { installment_data: null } }, 1050n],
    ];
    for (const [fields, total] of steps) expect(netAmount(paymentOf(update(chosen, fields))).amount).toBe(total);
  });

  it('is part of the total before the customer has chosen a payment method', () => {
    const details = { installment_options: [offers(), offers('pay_later', 9)], installment_data: choice(3) };
    const payment = paymentOf(create({ amount: minorUnits(1000n), currency: 'EUR', details }, false));
    expect(payment.attempts.at(-1)?.method).toBeNull();
    expect(netAmount(payment).amount).toBe(1025n);
    const { paymentMethod, paymentMethodType, card } = cardFields();
    const charged = paymentOf(confirm(payment, {}, { paymentMethod, paymentMethodType, card }));
    expect(netAmount(charged).amount).toBe(1025n);
  });

  it('is refused while its rate depends on the payment method, and may be chosen with the confirmation', () => {
    const options = [offers(), offers('pay_later', [3], 10)];
    const unclear = {
      kind: 'refused',
      code: 'invalid_request',
      details: { message: 'The rate of this plan depends on the payment method: choose it with the confirmation' },
    };
    const details = { installment_options: options, installment_data: choice(3) };
    expect(create({ amount: minorUnits(1000n), currency: 'EUR', details }, false)).toMatchObject(unclear);
    const payment = offering(options);
    expect(update(payment, { details: { installment_data: choice(3) } })).toMatchObject(unclear);
    expect(netAmount(paymentOf(confirm(payment, { installment_data: choice(3) }))).amount).toBe(1076n);
    const alike = [offers(), offers('pay_later', [3])];
    expect(
      netAmount(paymentOf(update(payment, { details: { installment_options: alike, installment_data: choice(3) } })))
        .amount,
    ).toBe(1076n);
  });

  it('is stored and shown without interest while none of the options is it', () => {
    const payment = offering(null, { details: { installment_data: choice(3) } });
    expect(installmentDataView(payment)).toEqual({ ...choice(3), installment_interest: null });
    expect(netAmount(payment).amount).toBe(1050n);
  });

  it('is no choice of a client beyond the merchant’s plans', () => {
    const payment = offering();
    expect(update(payment, { details: { installment_data: choice(12) } }, asClient(payment))).toMatchObject(
      notFound(12),
    );
    const without = aPayment.unconfirmed();
    expect(update(without, { details: { installment_data: choice(12) } }, asClient(without))).toMatchObject(
      notConfigured,
    );
  });
});

describe('a retry by the merchant', () => {
  const context = () => aContext({ now: later(60), profile: { ...aProfile, manualRetry: true } });
  const failed = () => paymentOf(receive(paymentOf(confirm(offering(), { installment_data: choice(3) })), declined()));

  it.each<[string, JsonObject, bigint, number | undefined]>([
    ['has the plan before, unless it names one', {}, 1076n, 3],
    ['may name another plan', { installment_data: choice(6) }, 1076n, 6],
    ['may name none', { installment_data: null }, 1050n, undefined],
  ])('%s', (_, details, total, count) => {
    const decision = confirm(failed(), details, { context: context() });
    expect(netAmount(paymentOf(decision)).amount).toBe(total);
    const [route] = effectsOf(decision);
    expect(route).toMatchObject({ kind: 'route', operation: { money: { amount: total } } });
    expect(route?.kind === 'route' && route.operation.installments?.count).toBe(count);
  });
});

describe('the plans of the list of payment methods', () => {
  it('have the sums that a confirmation with them charges, in major units', () => {
    const payment = offering([offers('card', [3, 7]), offers('pay_later', 2, 0)], { shippingCost: minorUnits(1n) });
    const plan = (number_of_installments: number, interest_rate: number, each: number, total: number) => ({
      number_of_installments,
      billing_frequency: 'month',
      interest_rate,
      amount_details: { amount_per_installment: each, total_amount: total },
    });
    expect(installmentOptionsView(payment)).toEqual([
      { payment_method: 'card', available_plans: [plan(3, 2.5, 3.59, 10.77), plan(7, 2.5, 1.54, 10.77)] },
      { payment_method: 'pay_later', available_plans: [plan(2, 0, 5.26, 10.51)] },
    ]);
    for (const count of [3, 7]) {
      const charged = paymentOf(confirm(payment, { installment_data: choice(count) }));
      expect(netAmount(charged).amount).toBe(1077n);
    }
  });

  it('are of the plan itself, whichever is chosen now', () => {
    const chosen = paymentOf(update(offering(), { details: { installment_data: choice(3) } }));
    expect(installmentOptionsView(chosen)).toEqual(installmentOptionsView(offering()));
  });

  it('have no fraction in a currency without one', () =>
    expect(installmentOptionsView(offering([offers('card', 3)], { currency: 'JPY' }))).toMatchObject([
      { available_plans: [{ amount_details: { amount_per_installment: 359, total_amount: 1076 } }] },
    ]));

  it.each([[null], [[]], [[offers('card', [3], 1.255)]]])('are null for %j', (options) =>
    expect(installmentOptionsView(offering(options))).toBeNull(),
  );
});
