import type { PaymentFields } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { assert, constantFrom, integer, property, record } from 'fast-check';
import {
  aCard,
  aContext,
  cardFields,
  create,
  effectsOf,
  eur,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  aProfile,
  seals,
} from '../../../../test/builders';
import { fixed, programOf, rate, rulesOf } from '../../../../test/merchant-rules';
import { declined } from '../../../../test/outcomes';
import { paymentFromRow, intentToRow } from '../../persistence/payment/payment.mapper';
import { surchargeDetailsView } from '../../queries/payment/surcharge.parts';
import { surchargeView } from '../../queries/payment/payment.parts';
import { capturePayment } from '../captures/capture-payment';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { netAmount } from '../payment';
import { mayGetSurcharge, surchargeFor, walletTotals } from './surcharge';

const total = (amount: bigint) => ({ amount: minorUnits(amount) });
const bySurcharge = (surcharge: ReturnType<typeof programOf>) => ({ merchantRules: rulesOf({ surcharge }) });

/** Visa 2.75 % with a tax of 19 %, PayPal 0.35, everything else nothing. */
const ours = programOf({}, [
  [['card_network', 'Visa'], rate(2.75, 19)],
  [['wallet', 'paypal'], fixed(35)],
]);
const surcharging = bySurcharge(ours);
const paypal = {
  card: undefined,
  paymentMethod: 'wallet',
  paymentMethodType: 'paypal',
  sealedMethodData: { reference: 'card_9' as never, sealed: 'sealed' },
} satisfies Partial<PaymentFields> | object as Partial<PaymentFields>;

const about = { merchantId, paymentId, callerIp: null };
const asMerchant = { kind: 'merchant' } as const;
const confirm = (
  payment: Payment,
  {
    context = aContext(surcharging),
    shownTotal,
    ...fields
  }: Partial<PaymentFields> & {
    context?: ReturnType<typeof aContext>;
    shownTotal?: ReturnType<typeof eur>;
  } = {},
): Decision =>
  confirmPayment(payment, { ...about, caller: asMerchant, fields: { details: {}, ...fields }, shownTotal }, context);
const update = (payment: Payment, fields: Partial<PaymentFields>, context = aContext(surcharging)): Payment =>
  paymentOf(
    updatePayment(
      payment,
      { ...about, caller: asMerchant, confirm: null, fields: { details: {}, ...fields } },
      context,
    ),
  );

const made = (fields: Partial<PaymentFields> = {}, context = aContext(surcharging)): Payment =>
  paymentOf(create(cardFields(fields), false, context));
/** Without its payment method. */
const bare = (details = {}): Payment =>
  made({ card: undefined, paymentMethod: undefined, paymentMethodType: undefined, details } as Partial<PaymentFields>);

describe('the surcharge of a rule', () => {
  it.each<[bigint, object, bigint, bigint | null]>([
    [1050n, { surcharge: { type: 'fixed', amount: 35 }, taxOnSurcharge: null }, 35n, null],
    [1050n, { surcharge: { type: 'fixed', amount: 35 }, taxOnSurcharge: 10 }, 35n, 4n],
    // 28.875
    [1050n, { surcharge: { type: 'rate', percentage: 2.75 }, taxOnSurcharge: 19 }, 29n, 6n],
    // 0.5 is rounded up, and 0.4999 down
    [50n, { surcharge: { type: 'rate', percentage: 1 }, taxOnSurcharge: null }, 1n, null],
    [4999n, { surcharge: { type: 'rate', percentage: 0.01 }, taxOnSurcharge: 0 }, 0n, 0n],
    [5000n, { surcharge: { type: 'rate', percentage: 0.01 }, taxOnSurcharge: 100 }, 1n, 1n],
    [
      1_999_999_999n,
      { surcharge: { type: 'rate', percentage: 100 }, taxOnSurcharge: 100 },
      1_999_999_999n,
      1_999_999_999n,
    ],
    [1050n, { surcharge: { type: 'rate', percentage: 0 }, taxOnSurcharge: 5 }, 0n, 0n],
  ])('of %d by %j is %d with a tax of %s', (amount, output, surcharge, tax) =>
    expect(surchargeFor(total(amount), output as Parameters<typeof surchargeFor>[1])).toEqual({
      amount: surcharge,
      tax,
    }),
  );

  it('is within half a unit of the exact share, and the next larger total never has less', () =>
    assert(
      property(
        record({ amount: integer({ min: 0, max: 999_999_999 }), hundredths: integer({ min: 0, max: 10_000 }) }),
        ({ amount, hundredths }) => {
          const output = { surcharge: { type: 'rate', percentage: hundredths / 100 }, taxOnSurcharge: null } as const;
          const { amount: sum } = surchargeFor(total(BigInt(amount)), output);
          const exact = BigInt(amount) * BigInt(hundredths);
          const distance = sum * 10_000n - exact;
          expect(distance > -5_000n && distance <= 5_000n).toBe(true);
          expect(surchargeFor(total(BigInt(amount) + 1n), output).amount >= sum).toBe(true);
        },
      ),
    ));
});

describe('a payment', () => {
  it('has the surcharge of its payment method with every change, and is charged it', () => {
    const payment = made();
    expect(payment.extras).toMatchObject({ surchargeAmount: 29n, surchargeTaxAmount: 6n });
    expect(surchargeView(payment)).toEqual({ surcharge_amount: 29, tax_amount: 6 });
    const dearer = update(payment, { amount: minorUnits(2000n) });
    expect(netAmount(dearer)).toEqual(eur('20.65'));
    const confirmed = confirm(dearer);
    expect(effectsOf(confirmed)[0]).toMatchObject({ kind: 'route', operation: { money: eur('20.65') } });
    const charged = paymentOf(
      receive(paymentOf(confirmed), { kind: 'captured', reference: 'ref_1', money: eur('20.65') }),
    );
    expect(charged).toMatchObject({ amountReceived: 2065n, amountCapturable: 0n });
  });

  it('is charged by the payment method that the confirmation brings', () => {
    const payment = made();
    expect(netAmount(paymentOf(confirm(payment, paypal)))).toEqual(eur('10.85'));
    expect(netAmount(paymentOf(confirm(payment, { card: { ...aCard, network: 'Mastercard' } })))).toEqual(eur('10.50'));
    expect(surchargeView(paymentOf(confirm(payment, { card: { ...aCard, network: 'Mastercard' } })))).toBeNull();
  });

  it('a rate is of the total with shipping, tax and the interest of its plan', () => {
    const more = { shippingCost: minorUnits(500n), orderTaxAmount: minorUnits(450n) };
    const installment_options = [
      {
        payment_method: 'card',
        installments: [{ number_of_installments: [3], billing_frequency: 'month', interest_rate: 10 }],
      },
    ];
    const installment_data = { number_of_installments: 3, billing_frequency: 'month' };
    const payment = made({ ...more, details: { installment_options, installment_data } });
    // 10.50 + 5.00 + 4.50 + 1.05 = 21.05, of which 2.75 % are 0.58, and 19 % of these 0.11
    expect(payment.extras).toMatchObject({ installmentInterest: 105n, surchargeAmount: 58n, surchargeTaxAmount: 11n });
  });

  it('can be captured and is held for the whole total', () => {
    const held = paymentOf(
      receive(paymentOf(create(cardFields({ captureMethod: 'manual' }), true, aContext(surcharging))), {
        kind: 'authorized',
        reference: 'ref_1',
        money: eur('10.85'),
      }),
    );
    expect(held).toMatchObject({ amountCapturable: 1085n });
    const capture = (amount: bigint) =>
      capturePayment(
        held,
        {
          ...about,
          caller: asMerchant,
          amountToCapture: minorUnits(amount),
          expandCaptures: false,
          expandAttempts: false,
        } as never,
        aContext({ now: later(2) }),
      );
    expect(capture(1086n)).toMatchObject({ kind: 'refused' });
    expect(effectsOf(capture(1085n))[0]).toMatchObject({ kind: 'capture', money: eur('10.85') });
  });

  it.each<[string, Partial<PaymentFields>]>([
    ['a surcharge', { surchargeAmount: minorUnits(5n) }],
    ['a surcharge of zero', { surchargeAmount: minorUnits(0n) }],
    ['a tax on its surcharge', { surchargeTaxAmount: minorUnits(1n) }],
  ])('with %s of the merchant has none by the rules', (_, fields) => {
    const payment = made(fields);
    expect(payment.ruled).toBeUndefined();
    expect(payment.extras).toMatchObject({ surchargeAmount: null, surchargeTaxAmount: null, ...fields });
    expect(paymentOf(confirm(payment)).extras).toEqual(payment.extras);
    expect(mayGetSurcharge(payment, surcharging.merchantRules.surcharge)).toBe(false);
  });

  it('has the merchant’s surcharge as soon as the merchant sends one, and that of the rules once it takes it back', () => {
    const own = update(made(), { surchargeAmount: minorUnits(5n), surchargeTaxAmount: null });
    expect(own.extras).toMatchObject({ surchargeAmount: 5n, surchargeTaxAmount: null });
    expect(update(own, { surchargeAmount: null, surchargeTaxAmount: null }).extras).toMatchObject({
      surchargeAmount: 29n,
    });
  });

  it.each<[string, Partial<PaymentFields>]>([
    ['without the customer', { details: { off_session: true } }],
    ['of zero', { amount: minorUnits(0n) }],
    ['without a payment method', { card: undefined, paymentMethod: undefined, paymentMethodType: undefined } as never],
  ])('%s has no surcharge by the rules', (_, fields) => {
    const always = aContext(bySurcharge(programOf(fixed(50))));
    expect(made(fields, always).extras).toMatchObject({ surchargeAmount: null, surchargeTaxAmount: null });
  });

  it('that declined is charged anew by the rules of its next confirmation', () => {
    const failed = paymentOf(receive(paymentOf(confirm(made())), declined()));
    const retry = aContext({
      ...bySurcharge(programOf(rate(1))),
      profile: { ...aProfile, manualRetry: true },
      now: later(9),
    });
    expect(netAmount(paymentOf(confirm(failed, { context: retry, card: aCard })))).toEqual(eur('10.61'));
    const none = aContext({ profile: { ...aProfile, manualRetry: true }, now: later(9) });
    expect(netAmount(paymentOf(confirm(failed, { context: none, card: aCard })))).toEqual(eur('10.50'));
  });

  it('is confirmed for no other total than its customer has seen', () => {
    const refused = confirm(bare(), { ...cardFields(), shownTotal: eur('10.50') });
    expect(refused).toMatchObject({
      code: 'other_total',
      details: { total: 'EUR 10.85', shown: 'EUR 10.50' },
    });
    expect(confirm(bare(), { ...cardFields(), shownTotal: eur('10.85') })).toMatchObject({ kind: 'decided' });
  });

  it('is stored with the surcharge of its rules', () => {
    const payment = made();
    const row = { ...intentToRow(seals, payment, 0), attempts: [], captures: [], refunds: [], disputes: [] } as never;
    const { ruled, extras } = paymentFromRow(seals, row);
    expect({ ruled, extras }).toEqual({ ruled: { surcharge: true }, extras: payment.extras });
  });
});

describe('before the confirmation', () => {
  const { surcharge: rules } = surcharging.merchantRules;
  const method = (paymentMethod: string, paymentMethodType: string, cardNetwork: string | null = null) => ({
    paymentMethod,
    paymentMethodType,
    cardNetwork,
  });

  it('a payment method is shown with its surcharge, in units of the currency', () => {
    expect(surchargeDetailsView(bare(), method('card', 'credit', 'Visa'), rules)).toEqual({
      surcharge: { type: 'rate', value: { percentage: 2.75 } },
      tax_on_surcharge: { percentage: 19 },
      display_surcharge_amount: 0.29,
      display_tax_on_surcharge_amount: 0.06,
      display_total_surcharge_amount: 0.35,
    });
    expect(surchargeDetailsView(bare(), method('wallet', 'paypal'), rules)).toEqual({
      surcharge: { type: 'fixed', value: 35 },
      tax_on_surcharge: null,
      display_surcharge_amount: 0.35,
      display_tax_on_surcharge_amount: 0,
      display_total_surcharge_amount: 0.35,
    });
    expect(surchargeDetailsView(bare(), method('card', 'credit', 'Mastercard'), rules)).toBeNull();
  });

  it('what is shown for a payment method is what its confirmation charges', () =>
    assert(
      property(
        record({
          amount: integer({ min: 1, max: 999_999_999 }),
          hundredths: integer({ min: 0, max: 10_000 }),
          tax: integer({ min: 0, max: 10_000 }),
          network: constantFrom('Visa', 'Mastercard', 'JCB'),
        }),
        ({ amount, hundredths, tax, network }) => {
          const program = programOf(rate(hundredths / 100, tax / 100), [[['card_network', 'JCB'], fixed(hundredths)]]);
          const context = aContext(bySurcharge(program));
          const payment = made({ amount: minorUnits(BigInt(amount)), card: { ...aCard, network: 'Visa' } }, context);
          const shown = surchargeDetailsView(
            payment,
            method('card', 'credit', network),
            context.settings.merchantRules?.surcharge,
          );
          const charged = netAmount(paymentOf(confirm(payment, { context, card: { ...aCard, network } }))).amount;
          expect(Math.round(Number(shown?.['display_total_surcharge_amount']) * 100)).toBe(Number(charged) - amount);
        },
      ),
      { numRuns: 50 },
    ));

  it('the dialog of a wallet has its own total', () => {
    expect(walletTotals(bare(), rules)).toEqual({ paypal: eur('10.85') });
    expect(walletTotals(bare(), undefined)).toEqual({});
    // The card of the payment has a surcharge, and no wallet but PayPal has one.
    expect(walletTotals(made(), rules)).toMatchObject({ apple_pay: eur('10.50') });
  });
});

it('a client cannot send the surcharge that it sees', () => {
  const payment = made();
  const caller = { kind: 'client', clientSecret: payment.clientSecret } as const;
  const repeated = confirmPayment(
    payment,
    { ...about, caller, fields: { details: {}, surchargeAmount: minorUnits(29n) } },
    aContext(surcharging),
  );
  expect(repeated).toMatchObject({ code: 'not_for_clients', details: { field: 'surcharge_details' } });
});
