import type { Outcome, PaymentFields } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import {
  aCard,
  aContext,
  create,
  effectsOf,
  eur,
  firstAccount,
  paymentOf,
  profileId,
  receive,
  secondAccount,
} from '../../../../test/builders';
import { shownPayment } from '../../../../test/replies';

const fields = (changes: Partial<PaymentFields>): PaymentFields => ({
  amount: minorUnits(1050n),
  currency: 'EUR',
  customerId: 'cus_a' as CustomerId,
  details: { off_session: true },
  ...changes,
});

describe('a payment method that is not saved here', () => {
  const account = { ...firstAccount, profileId };
  const context = aContext({ account: (id) => (id === account.merchantConnectorId ? account : undefined) });
  const token = (merchantConnectorId: string | null): Partial<PaymentFields> => ({
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    recurring: { kind: 'processor_token', token: 'pm_elsewhere', merchantConnectorId: merchantConnectorId as never },
  });
  const network: Partial<PaymentFields> = {
    paymentMethod: 'card',
    card: { ...aCard, cvc: 'absent' },
    recurring: { kind: 'network_transaction', networkTransactionId: 'nti_9' },
  };

  it('is charged by the processor’s id, at the named account or by routing', () => {
    const mandate = {
      kind: 'use',
      mandateReference: 'pm_elsewhere',
      customerReference: null,
      networkTransactionId: null,
    };
    const [named] = effectsOf(create(fields(token('mca_1')), true, context));
    expect(named).toMatchObject({
      straightThrough: { algorithm: 'single', accounts: [{ connector: 'stripe_test', merchantConnectorId: 'mca_1' }] },
      operation: { card: null, paymentMethod: 'card', mandate },
    });
    const [routed] = effectsOf(create(fields(token(null)), true, context));
    expect(routed).toMatchObject({ straightThrough: null, operation: { card: null, mandate } });
  });

  it.each([
    ['of an unknown account', 'mca_9', context],
    [
      'of another profile’s account',
      'mca_1',
      aContext({ account: () => ({ ...account, profileId: 'pro_2' as never }) }),
    ],
  ])('is refused by the processor’s id %s', (_, id, known) => {
    expect(create(fields(token(id)), true, known)).toMatchObject({
      code: 'connector_account_not_found',
      details: { reason: id },
    });
  });

  it('is charged by its network transaction with the card of the request, and saves nothing', () => {
    const decision = create(fields(network), true, context);
    expect(effectsOf(decision)[0]).toMatchObject({
      straightThrough: null,
      operation: { card: { last4: '4242' }, mandate: { mandateReference: null, networkTransactionId: 'nti_9' } },
    });
    const paid = paymentOf(receive(paymentOf(decision), { kind: 'captured', reference: 'r', money: eur('10.50') }));
    expect(shownPayment(paid)).toMatchObject({
      status: 'succeeded',
      payment_method_id: null,
      mandate_id: null,
      card_discovery: 'manual',
      is_stored_credential: true,
      payment_method_tokenization_details: null,
    });
  });

  it('carries its chain of payments to the processor, and shows it', () => {
    const linked = { ...network, recurring: { ...network.recurring!, transactionLinkId: 'link_1' } };
    const decision = create(fields(linked as Partial<PaymentFields>), true, context);
    expect(effectsOf(decision)[0]).toMatchObject({ operation: { mandate: { transactionLinkId: 'link_1' } } });
    expect(shownPayment(paymentOf(decision))).toMatchObject({ network_transaction_link_id: 'link_1' });
  });

  it('is charged by the number of a card alone, which names neither a reference nor a transaction', () => {
    const limited: Partial<PaymentFields> = {
      paymentMethod: 'card',
      card: { ...aCard, cvc: 'absent', expiryMonth: '', expiryYear: '' },
      recurring: { kind: 'limited_card', eci: '07' },
    };
    const decision = create(fields(limited), true, context);
    const mandate = { kind: 'use', mandateReference: null, networkTransactionId: null, eci: '07' };
    expect(effectsOf(decision)[0]).toMatchObject({
      straightThrough: null,
      operation: { card: { last4: '4242' }, mandate },
    });
    expect(shownPayment(paymentOf(decision))).toMatchObject({
      is_stored_credential: true,
      network_transaction_link_id: null,
      payment_method_data: { card: { card_exp_month: null, card_exp_year: null } },
    });
    const { card: _, ...withoutCard } = limited;
    expect(create(fields(withoutCard), true, context)).toMatchObject({ details: { field: 'recurring_details' } });
  });

  it('needs its payment method', () => {
    const { paymentMethod: _, paymentMethodType: __, ...bare } = token(null);
    expect(create(fields(bare), true, context)).toMatchObject({ details: { field: 'payment_method' } });
    const { card: ___, ...withoutCard } = network;
    expect(create(fields(withoutCard), true, context)).toMatchObject({ details: { field: 'recurring_details' } });
  });

  it('is never charged at another processor by the id of the first', () => {
    const fallbacks = [secondAccount];
    const retried = (named: Partial<PaymentFields>) => {
      const sent = paymentOf(create(fields(named), true, context));
      const outcome: Outcome = {
        kind: 'not_sent',
        error: { code: 'X', message: 'x', reason: null },
        retry: 'another_account',
      };
      return effectsOf(receive(sent, outcome, { fallbacks })).map(({ kind }) => kind);
    };
    expect(retried(token(null))).not.toContain('authorize');
    expect(retried(network)).toContain('authorize');
  });
});
