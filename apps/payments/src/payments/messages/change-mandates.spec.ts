import { aPayment, aProfile, firstAccount, later, merchantId, secondAccount } from '../../../test/builders';
import { aSavedCard, aStoredMandate } from '../../../test/payment-methods';
import { BatchMandates } from '../../mandates/persistence/mandates';
import { BatchPaymentMethods } from '../../payment-methods/persistence/payment-methods';
import type { Effect } from '../domain/decision';
import { nothingShared } from '../persistence/shared/shared';
import { changeMandates } from './change-mandates';

const mandate = aStoredMandate();
const { paymentMethodId: _, ...old } = mandate;
const method = aSavedCard({ paymentMethodId: 'pm_new' });
const payment = aPayment.authorizing();
const moving = (mandateReference = 'pm_after') =>
  ({
    kind: 'move_mandate',
    mandateId: 'man_1',
    detachment: 'op_detach' as never,
    to: {
      paymentMethodId: 'pm_new',
      paymentId: payment.paymentId,
      attemptId: payment.attempts[0]!.id,
      account: secondAccount,
      reference: { mandateReference, customerReference: 'cus_2' },
      customerAcceptance: { acceptance_type: 'offline' },
    },
  }) satisfies Effect;
const change = (effect: Effect, known = mandate) => {
  const shared = {
    ...nothingShared(),
    mandates: new BatchMandates([known]),
    paymentMethods: new BatchPaymentMethods([method]),
  };
  const messages = changeMandates(shared, payment, [effect], { now: later(1), profile: aProfile });
  return { messages, shared, after: shared.mandates.find(merchantId, 'man_1') };
};

describe('a mandate that moves to a new payment method', () => {
  it('keeps its id, limits and charged amount, and is the next version', () => {
    const { messages, after } = change(moving());
    expect(after).toMatchObject({ ...moving().to, version: 2, captured: 500n, terms: old.terms, status: 'active' });
    expect(messages[0]).toMatchObject({
      message: { type: 'mandate.updated' },
      data: { version: 2, paymentMethodId: 'pm_new', merchantConnectorId: secondAccount.merchantConnectorId },
    });
  });

  it('has its former reference detached at the account that has it', () => {
    const { messages, shared } = change(moving());
    expect(messages[1]).toMatchObject({
      message: { type: 'connector.revoke_mandate' },
      data: { operationId: 'op_detach', account: firstAccount, reference: 'pm_before', paymentId: 'pay_0' },
    });
    expect(shared.paymentMethods.ended).toEqual([
      { merchantId, paymentMethodId: 'pm_old', merchantConnectorId: 'mca_1', mandateReference: 'pm_before' },
    ]);
  });

  it.each([
    ['no reference', aStoredMandate({ reference: { mandateReference: null, customerReference: null } }), 'pm_after'],
    ['the same reference', mandate, 'pm_before'],
  ])('detaches nothing where it had %s', (_, known, reference) => {
    const { messages, shared } = change(moving(reference), known);
    expect(messages.map(({ message }) => message.type)).toEqual(['mandate.updated']);
    expect(shared.paymentMethods.ended).toEqual([]);
  });
});

describe('the processor’s ids that an outcome reports later', () => {
  const refer = {
    kind: 'refer_mandate',
    mandateId: 'man_1',
    reference: { mandateReference: 'pm_reported', customerReference: 'cus_stripe' },
  } as const satisfies Effect;

  it('become those of the mandate that the payment set up', () =>
    expect(change(refer, aStoredMandate({ paymentId: payment.paymentId })).after).toMatchObject({
      version: 2,
      reference: refer.reference,
    }));

  it('do not take a mandate back that has moved to another payment', () =>
    expect(change(refer)).toMatchObject({ messages: [], after: mandate }));
});
