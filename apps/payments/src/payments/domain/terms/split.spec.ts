import type { Json, PaymentFields } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  acceptance,
  atProcessor,
  cardFields,
  create,
  effectsOf,
  eur,
  later,
  merchantId,
  paymentId,
  paymentOf,
  profileId,
  receive,
  seals,
} from '../../../../test/builders';
import type { PaymentMethod } from '../../../payment-methods/domain/payment-method';
import { performEffects } from '../../messages/effects';
import { splitView } from '../../queries/payment/split.parts';
import type { Attempt } from '../attempts/attempt';
import { capturePayment } from '../captures/capture-payment';
import { confirmPayment } from '../decide/confirm-payment';
import { noRoute } from '../authorization/no-route';
import { refundPayment } from '../decide/refund-payment';
import { updatePayment } from '../decide/update-payment';
import type { Effect } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, withDetails } from '../payment';

const stripe = { charge_type: 'direct', application_fees: 50, transfer_account_id: 'acct_1' };
const splitting = (changes: object = {}): { readonly split_payments: Json } => ({
  split_payments: { stripe_split_payment: { ...stripe, ...changes } },
});
const fields = (changes: object = {}, more: Partial<PaymentFields> = {}) =>
  cardFields({ ...more, details: { ...splitting(changes), ...more.details } });
const confirmed = (changes: object = {}, more: Partial<PaymentFields> = {}) => create(fields(changes, more), true);
const feeField = 'split_payments.stripe_split_payment.application_fees';
const dataOf = (payment: Payment, effects: readonly Effect[]) =>
  performEffects(payment, effects, { render: () => Buffer.from(''), seals }).messages.map(({ data }) => data);

describe('the application fee', () => {
  it('may be the whole amount, and not more', () => {
    expect(confirmed({ application_fees: 1050 }).kind).toBe('decided');
    expect(confirmed({ application_fees: 1051 })).toMatchObject({
      kind: 'refused',
      code: 'value_not_allowed',
      details: { field: feeField },
    });
  });

  it('is no part of shipping and tax', () =>
    expect(confirmed({ application_fees: 1051 }, { shippingCost: minorUnits(100n) })).toMatchObject({
      kind: 'refused',
    }));

  it('is checked again when an update lowers the amount', () => {
    const payment = paymentOf(create(fields({ application_fees: 1000 }), false));
    const update = (amount: bigint) =>
      updatePayment(
        payment,
        {
          merchantId,
          paymentId,
          confirm: null,
          callerIp: null,
          caller: { kind: 'merchant' },
          fields: { amount: minorUnits(amount), details: {} },
        },
        aContext(),
      );
    expect(update(1000n).kind).toBe('decided');
    expect(update(999n)).toMatchObject({ kind: 'refused', details: { field: feeField } });
  });
});

describe('a split', () => {
  it('reaches the processor with the authorization, and the attempt retains it', () => {
    const decision = confirmed();
    const split = { chargeType: 'direct', applicationFee: 50n, connectedAccount: 'acct_1', onBehalfOf: null };
    expect(effectsOf(decision)[0]).toMatchObject({ kind: 'route', splitAt: 'stripe', operation: { split } });
    expect(activeAttempt(paymentOf(decision)).split).toEqual(split);
    expect(activeAttempt(aPayment.authorizing()).split).toBeNull();
  });

  it('is not retained from a confirmation that found no account', () => {
    const sent = paymentOf(confirmed());
    const { id: attemptId, facts } = activeAttempt(sent) as Attempt<'authorizing'>;
    const event = {
      merchantId,
      profileId,
      paymentId,
      attemptId,
      operationId: facts.operation,
      connector: 'stripe_test',
    };
    const back = paymentOf(noRoute(sent, { ...event, reason: 'split_not_implemented' }, aContext()));
    const fields = { details: { split_payments: null } };
    const again = confirmPayment(
      back,
      { merchantId, paymentId, callerIp: null, caller: { kind: 'merchant' }, fields },
      aContext(),
    );
    expect(activeAttempt(paymentOf(again)).split).toBeNull();
    expect(effectsOf(again)[0]).toMatchObject({ kind: 'route', splitAt: null });
    expect(effectsOf(again)[0]).not.toHaveProperty('operation.split');
  });

  it.each<[string, Partial<PaymentFields>, string]>([
    [
      'a direct charge that sets up a mandate',
      {
        customerId: 'cus_1' as CustomerId,
        setupFutureUsage: 'off_session',
        mandateTerms: { use: 'multi_use', limit: null, startDate: null, endDate: null },
        details: { customer_acceptance: acceptance },
      },
      'split_payments of charge_type direct with a mandate is not implemented',
    ],
    [
      'a direct charge of what the merchant names by the processor’s id',
      {
        paymentMethod: 'card',
        recurring: { kind: 'processor_token', token: 'pm_elsewhere', merchantConnectorId: null },
      },
      'split_payments of charge_type direct with a processor_payment_token is not implemented',
    ],
  ])('is refused by name: %s', (_, more, message) =>
    expect(confirmed({}, more)).toMatchObject({ kind: 'refused', code: 'not_implemented', details: { message } }),
  );

  it('of an amount of zero is refused by name', () =>
    expect(confirmed({ application_fees: 0 }, { amount: minorUnits(0n) })).toMatchObject({
      code: 'not_implemented',
      details: { message: 'split_payments of an amount of zero is not implemented' },
    }));

  it('that was stored in a form that no charge can have is refused at the confirmation', () =>
    expect(confirmed({ charge_type: 'separate' })).toMatchObject({
      code: 'value_not_allowed',
      details: { field: 'split_payments.stripe_split_payment.charge_type' },
    }));
});

describe('a payment method that a direct charge saves', () => {
  const customerId = 'cus_1' as CustomerId;
  const saving = { customerId, setupFutureUsage: 'off_session', details: { customer_acceptance: acceptance } } as const;
  const savedBy = (changes: object): PaymentMethod => {
    const payment = paymentOf(create(fields(changes, saving), true));
    const outcome = { kind: 'captured', reference: 'pi_1', money: eur('10.50'), stored: atProcessor } as const;
    const effect = effectsOf(receive(payment, outcome)).find(({ kind }) => kind === 'save_payment_method');
    return (effect as Extract<Effect, { kind: 'save_payment_method' }>).paymentMethod;
  };
  const charging = (stored: PaymentMethod, details: PaymentFields['details']) =>
    create(
      {
        amount: minorUnits(1050n),
        currency: 'EUR',
        customerId,
        details: { off_session: true, ...details },
        recurring: { kind: 'payment_method', paymentMethodId: stored.paymentMethodId },
      },
      true,
      aContext({ paymentMethod: () => stored }),
    );

  it('has a reference of its connected account, and no transaction that another account could name', () => {
    const { references, networkTransactionId } = savedBy({});
    expect(references).toMatchObject({ 'mca_1/acct_1': { mandateReference: 'pm_stripe', connectedAccount: 'acct_1' } });
    expect(networkTransactionId).toBeNull();
    expect(Object.keys(savedBy({ charge_type: 'destination' }).references)).toEqual(['mca_1']);
  });

  it('is charged by a direct charge of that account', () =>
    expect(effectsOf(charging(savedBy({}), splitting()))[0]).toMatchObject({
      operation: { mandate: { mandateReference: 'pm_stripe' }, split: { connectedAccount: 'acct_1' } },
    }));

  it.each([
    ['of another connected account', {}, splitting({ transfer_account_id: 'acct_2' })],
    ['of the platform', {}, {}],
    ['that is transferred there', {}, splitting({ charge_type: 'destination' })],
    ['of a connected account, where the platform saved it', { charge_type: 'destination' }, splitting()],
  ])('is not charged by a payment %s', (_, saved, details) =>
    expect(charging(savedBy(saved), details)).toMatchObject({ kind: 'refused', code: 'no_eligible_connector' }),
  );
});

describe('a later call about a split payment', () => {
  const authorized = (changes: object = {}) =>
    paymentOf(
      receive(paymentOf(confirmed(changes, { captureMethod: 'manual' })), {
        kind: 'authorized',
        reference: 'pi_1',
        money: eur('10.50'),
        charge: 'ch_1',
      }),
    );
  const capture = (payment: Payment) => {
    const command = { merchantId, paymentId, amountToCapture: null, details: {} };
    const decision = capturePayment(payment, command, aContext({ now: later(2) }));
    return dataOf(paymentOf(decision), effectsOf(decision))[0];
  };

  it('names the connected account of a direct charge, and of no other', () => {
    expect(capture(authorized())).toMatchObject({ reference: 'pi_1', connectedAccount: 'acct_1' });
    expect(capture(authorized({ charge_type: 'destination' }))).not.toHaveProperty('connectedAccount');
  });

  it('names the account of its own attempt, whatever the payment requests now', () => {
    const payment = authorized();
    const changed = withDetails(payment, { ...payment.details, split_payments: null });
    expect(capture(changed)).toMatchObject({ connectedAccount: 'acct_1' });
  });

  it('gives the refunds service the split of the payment', () => {
    const charged = paymentOf(
      receive(paymentOf(confirmed()), { kind: 'captured', reference: 'pi_1', money: eur('10.50') }),
    );
    const command = {
      merchantId,
      paymentId,
      refundId: 'ref_1',
      amount: null,
      reason: null,
      refundType: 'instant',
      metadata: null,
      splitRefunds: null,
    } as Parameters<typeof refundPayment>[1];
    expect(refundPayment(charged, command)).toMatchObject({ split: { connectedAccount: 'acct_1' } });
    expect(refundPayment(aPayment.charged(), command)).not.toHaveProperty('split');
  });

  it('shows the id of the charge, also where a later outcome leaves it out', () => {
    const payment = authorized();
    const shown = (one: Payment) => splitView(one, activeAttempt(one));
    const expected = { stripe_split_payment: { ...stripe, on_behalf_of: null, charge_id: 'ch_1' } };
    expect(shown(payment)).toEqual(expected);
    const captured = paymentOf(receive(payment, { kind: 'captured', reference: 'pi_1', money: eur('10.50') }));
    expect(shown(captured)).toEqual(expected);
    expect(shown(paymentOf(create(fields(), false)))).toEqual({
      stripe_split_payment: { ...stripe, on_behalf_of: null, charge_id: null },
    });
    expect(shown(aPayment.charged())).toBeNull();
  });
});
