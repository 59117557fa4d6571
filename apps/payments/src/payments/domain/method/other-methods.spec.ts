import type { PaymentFields, SealedData } from '@payorch/contracts';
import {
  aCard,
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  effectsOf,
  receive,
  later,
  merchantId,
  paymentId,
  paymentOf,
  rules,
} from '../../../../test/builders';
import { minorUnits } from '@payorch/kernel';
import { paymentView } from '../../queries/payment/payment.view';
import { viewFor } from '../../queries/payment/view-for';
import { updatePayment } from '../decide/update-payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';

const sealed = { reference: 'data_1' as SealedData['reference'], sealed: 'jwe' };
const debit: PaymentFields = {
  amount: minorUnits(1050n),
  currency: 'EUR',
  paymentMethod: 'bank_debit',
  paymentMethodType: 'sepa',
  sealedMethodData: sealed,
  paymentMethodData: { bank_debit: { sepa: { iban: '****3000' } }, billing: { email: 'a@b.c' } },
  details: {},
};
const context = {
  publicUrl: 'https://pay.example',
  redirectToken: rules.redirectToken,
  linkToken: rules.linkToken,
  clientSessionId: rules.clientSessionId,
  profile: aProfile,
  publishableKey: 'pk_1',
  pollConfig: () => ({ delay_in_secs: 2, frequency: 5 }),
  gsmRule: () => undefined,
};
const options = { caller: 'merchant', expandAttempts: false, expandCaptures: false } as const;
const view = (payment: Parameters<typeof paymentView>[0]) =>
  JSON.parse(paymentView(payment, options, context)) as Record<string, unknown>;
const update = (payment: Parameters<typeof updatePayment>[0], fields: PaymentFields) =>
  paymentOf(
    updatePayment(
      payment,
      { merchantId, paymentId, caller: { kind: 'merchant' }, confirm: null, fields, callerIp: null },
      aContext({ now: later(1) }),
    ),
  );

it('travels sealed to routing, and is shown masked', () => {
  const decision = create(debit, true);
  expect(effectsOf(decision)[0]).toMatchObject({
    kind: 'route',
    operation: { paymentMethod: 'bank_debit', paymentMethodType: 'sepa', card: null, sealedMethodData: sealed },
  });
  const shown = view(paymentOf(decision));
  expect(shown).toMatchObject({
    payment_method: 'bank_debit',
    payment_method_type: 'sepa',
    payment_method_data: { bank_debit: { sepa: { iban: '****3000' } } },
    card_discovery: null,
  });
  expect(JSON.stringify(shown)).not.toContain('jwe');
});

it('waits for its confirmation like a card', () => {
  const payment = paymentOf(create(debit, false));
  expect([statusOf(payment), payment.paymentToken]).toEqual(['requires_confirmation', null]);
});

it('another method replaces it as a whole, except for the billing address', () => {
  const card = update(paymentOf(create(debit, false)), { ...cardFields(), paymentMethodType: 'credit' });
  expect(activeAttempt(card).method).toEqual({
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    card: aCard,
    sealedData: null,
    paymentMethodData: { billing: { email: 'a@b.c' } },
  });
  expect(activeAttempt(update(card, debit)).method).toMatchObject({ card: null, sealedData: sealed });
});

it('stays what it is when the rest of the payment changes', () => {
  const before = paymentOf(create(debit, false));
  const after = update(before, { paymentMethodType: 'sepa', details: { description: 'x' } });
  expect(activeAttempt(after).method).toEqual(activeAttempt(before).method);
});

it('a reward is charged without data', () => {
  const { sealedMethodData, ...rest } = debit;
  expect(sealedMethodData).toBe(sealed);
  const reward = { ...rest, paymentMethod: 'reward', paymentMethodType: 'evoucher', paymentMethodData: { reward: {} } };
  expect(statusOf(paymentOf(create(reward, true)))).toBe('processing');
  expect(create({ ...rest, paymentMethod: 'bank_debit' }, true)).toMatchObject({ code: 'invalid_request' });
});

describe('the next action without a page', () => {
  const nextAction = { type: 'display_bank_transfer_information', bank_transfer_steps_and_charges_details: { a: 1 } };
  const showing = (url: string) =>
    paymentOf(
      receive(aPayment.authorizing(), {
        kind: 'challenged',
        reference: 'ref_1',
        challenge: { url, method: 'GET', fields: {}, nextAction },
      }),
    );
  const global = { gsmRule: () => undefined, config: () => undefined };
  const settings = { profile: () => aProfile, merchant: () => undefined, global };
  const startAgain = (url: string) =>
    (
      JSON.parse(viewFor(showing(url), { kind: 'return' }, { settings, rules: context }).toString()) as Record<
        string,
        unknown
      >
    )['startAgainAttemptId'];

  it('is the next action, as the processor’s connector gave it', () =>
    expect(view(showing(''))).toMatchObject({ status: 'requires_customer_action', next_action: nextAction }));

  it('has no start page', () => {
    expect(startAgain('')).toBeNull();
    expect(startAgain('https://bank.example')).toBe('pay_1_1');
  });
});
