import type { Json, PaymentFields } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  acceptance,
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
} from '../../../test/builders';
import { performEffects } from '../messages/effects';
import { splitView } from '../queries/split.parts';
import type { Attempt } from './attempt';
import { capturePayment } from './decide/capture-payment';
import { confirmPayment } from './decide/confirm-payment';
import { noRoute } from './decide/no-route';
import { refundPayment } from './decide/refund-payment';
import { updatePayment } from './decide/update-payment';
import type { Effect } from './decision';
import type { Payment } from './payment';
import { activeAttempt } from './payment';

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
      ...{ kind: 'refused', code: 'invalid_value', details: { field: feeField } },
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
          ...{ merchantId, paymentId, confirm: null, callerIp: null },
          ...{ caller: { kind: 'merchant' }, fields: { amount: minorUnits(amount), details: {} } },
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
      { ...{ merchantId, paymentId, callerIp: null }, caller: { kind: 'merchant' }, fields },
      aContext(),
    );
    expect(activeAttempt(paymentOf(again)).split).toBeNull();
    expect(effectsOf(again)[0]).toMatchObject({ kind: 'route', splitAt: null });
    expect(effectsOf(again)[0]).not.toHaveProperty('operation.split');
  });

  it.each<[string, Partial<PaymentFields>, string]>([
    [
      'a direct charge that saves its payment method',
      {
        customerId: 'cus_1' as CustomerId,
        setupFutureUsage: 'off_session',
        details: { customer_acceptance: acceptance },
      },
      'split_payments of charge_type direct with a saved payment method is not implemented',
    ],
  ])('is refused by name: %s', (_, more, message) =>
    expect(confirmed({}, more)).toMatchObject({ kind: 'refused', code: 'not_implemented', details: { message } }),
  );

  it('of an amount of zero is refused by name', () =>
    expect(confirmed({ application_fees: 0 }, { amount: minorUnits(0n) })).toMatchObject({
      ...{ code: 'not_implemented', details: { message: 'split_payments of an amount of zero is not implemented' } },
    }));

  it('that was stored in a form that no charge can have is refused at the confirmation', () =>
    expect(confirmed({ charge_type: 'separate' })).toMatchObject({
      ...{ code: 'invalid_value', details: { field: 'split_payments.stripe_split_payment.charge_type' } },
    }));
});

describe('a later call about a split payment', () => {
  const authorized = (changes: object = {}) =>
    paymentOf(
      receive(paymentOf(confirmed(changes, { captureMethod: 'manual' })), {
        ...{ kind: 'authorized', reference: 'pi_1', money: eur('10.50'), charge: 'ch_1' },
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
    const changed = { ...payment, details: { ...payment.details, split_payments: null } };
    expect(capture(changed)).toMatchObject({ connectedAccount: 'acct_1' });
  });

  it('gives the refunds service the split of the payment', () => {
    const charged = paymentOf(
      receive(paymentOf(confirmed()), { kind: 'captured', reference: 'pi_1', money: eur('10.50') }),
    );
    const command = {
      ...{ merchantId, paymentId, refundId: 'ref_1', amount: null, reason: null, refundType: 'instant' },
      ...{ metadata: null, splitRefunds: null },
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
