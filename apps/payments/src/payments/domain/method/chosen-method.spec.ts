import type { PaymentFields } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import {
  aCard,
  aContext,
  cardFields,
  create,
  effectsOf,
  eur,
  firstAccount,
  kindsOf,
  merchantId,
  paymentId,
  paymentOf,
  profileId,
  receive,
  savingFields,
  type ContextChanges,
} from '../../../../test/builders';
import { declined } from '../../../../test/outcomes';
import { aSavedCard, aSavedWallet, aWalletToken, customerId } from '../../../../test/payment-methods';
import { shownPayment } from '../../../../test/replies';
import type { SavedPaymentMethod } from '../../../payment-methods/domain/payment-method';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';

const token = `token_${'a'.repeat(20)}`;
const named = (changes: Partial<PaymentFields> = {}): PaymentFields => ({
  amount: minorUnits(1050n),
  currency: 'EUR',
  customerId,
  paymentMethod: 'card',
  details: { payment_token: token },
  ...changes,
});
const knowing = (stored: SavedPaymentMethod, more: ContextChanges = {}) =>
  aContext({
    ...more,
    methodOfToken: (sent, customer) => (sent === token && customer === stored.customerId ? stored : undefined),
    methodWithCard: (fingerprint, customer) =>
      fingerprint === stored.method.card?.fingerprint && customer === stored.customerId ? stored : undefined,
  });
const pay = (fields: PaymentFields, stored = aSavedCard()) => create(fields, true, knowing(stored));
const charged = { kind: 'captured', reference: 'ref_1', money: eur('10.50') } as const;
const cvcReference = 'card_cvc' as never;

describe('a payment with a token of a saved card', () => {
  it('charges the card at any account, with the CVC of the request', () => {
    const [route] = effectsOf(pay(named({ cvcReference })));
    expect(route).toMatchObject({
      kind: 'route',
      straightThrough: null,
      operation: { mandate: { kind: 'none' }, card: { reference: 'card_1', cvc: 'stored', cvcReference } },
    });
    expect(effectsOf(pay(named()))[0]).toMatchObject({ operation: { card: { cvc: 'absent' } } });
  });

  it('shows the payment method, the token and a stored credential', () =>
    expect(shownPayment(paymentOf(pay(named())))).toMatchObject({
      payment_method_id: 'pm_1',
      payment_method_status: 'active',
      payment_token: token,
      card_discovery: 'saved_card',
      is_stored_credential: true,
    }));

  it('uses the payment method once the processor has accepted it', () => {
    const uses = (outcome: Parameters<typeof receive>[1]) =>
      effectsOf(receive(paymentOf(pay(named())), outcome)).filter(({ kind }) => kind === 'use_payment_method');
    expect(uses(charged)).toMatchObject([{ paymentMethodId: 'pm_1' }]);
    expect(uses(declined())).toEqual([]);
  });

  it.each([
    ['of another customer', named({ customerId: 'cus_b' as never })],
    ['without a customer', named({ customerId: null })],
    ['that no service made', named({ details: { payment_token: 'token_b' } })],
  ])('%s is refused', (_, fields) => expect(pay(fields)).toMatchObject({ kind: 'refused', code: 'token_expired' }));

  it('of another method is refused', () =>
    expect(pay(named({ paymentMethod: 'wallet' }))).toMatchObject({ kind: 'refused', code: 'invalid_request' }));

  it('yields to new data', () =>
    expect(effectsOf(pay({ ...cardFields(), customerId, details: { payment_token: token } }))[0]).toMatchObject({
      operation: { card: { ...aCard, holderName: null }, cardHolderName: 'Jo' },
    }));
});

describe('a token named before the confirmation', () => {
  const chosen = paymentOf(create(named(), false, knowing(aSavedCard())));
  const confirm = (payment: Payment, fields: Partial<PaymentFields>) =>
    confirmPayment(
      payment,
      { merchantId, paymentId, caller: { kind: 'merchant' }, fields: { details: {}, ...fields }, callerIp: null },
      knowing(aSavedCard()),
    );

  it.each([
    ['again', { details: { payment_token: token } }],
    ['not again', {}],
  ])('charges the saved card when the confirmation names it %s', (_, fields) => {
    const confirmed = confirm(chosen, { ...fields, cvcReference });
    expect(effectsOf(confirmed)[0]).toMatchObject({ operation: { card: { cvc: 'stored', cvcReference } } });
    expect(shownPayment(paymentOf(confirmed))).toMatchObject({ payment_token: token, payment_method_id: 'pm_1' });
  });

  it('is confirmed by a browser with the CVC where the list of saved payment methods requires it', () => {
    const byClient = (payment: Payment, fields: Partial<PaymentFields>, more: ContextChanges = {}) =>
      confirmPayment(
        payment,
        {
          merchantId,
          paymentId,
          callerIp: null,
          fields: { details: { payment_token: token }, ...fields },
          caller: { kind: 'client', clientSecret: payment.clientSecret },
        },
        knowing(aSavedCard(), more),
      );
    const missing = { code: 'missing_param', details: { field: 'card_cvc' } };
    expect(byClient(chosen, {})).toMatchObject(missing);
    expect(byClient(chosen, { cvcReference }).kind).toBe('decided');
    expect(byClient(chosen, {}, { asksForCvc: false }).kind).toBe('decided');
    const unnamed = paymentOf(create({ ...named(), details: {} }, false));
    expect(byClient(unnamed, {})).toMatchObject(missing);
    // For later charges no CVC is required of a card that a processor has.
    const references = {
      mca_1: { account: firstAccount, profileId, mandateReference: 'pm_stripe', customerReference: null },
    };
    const saving = paymentOf(
      create(named({ setupFutureUsage: 'off_session' }), false, knowing(aSavedCard({ references }))),
    );
    expect(byClient(saving, {})).not.toMatchObject(missing);
    expect(byClient({ ...saving, setupFutureUsage: null }, {})).toMatchObject(missing);
  });

  it('names the saved card also after other data were sent', () => {
    const sealedMethodData = { reference: 'data_1' as never, sealed: 'sealed' };
    const update = { paymentMethod: 'wallet', paymentMethodType: 'paypal', sealedMethodData, details: {} };
    const updated = paymentOf(
      updatePayment(
        chosen,
        { merchantId, paymentId, caller: { kind: 'merchant' }, confirm: null, fields: update, callerIp: null },
        knowing(aSavedCard()),
      ),
    );
    expect(shownPayment(updated)).toMatchObject({ payment_token: null, payment_method_id: null });
    const confirmed = confirm(updated, { paymentMethod: 'card', details: { payment_token: token } });
    expect(effectsOf(confirmed)[0]).toMatchObject({ operation: { paymentMethod: 'card', sealedMethodData: null } });
  });
});

describe('a payment with a token of data that a processor has', () => {
  const method = { ...aSavedCard().method, paymentMethod: 'wallet', card: null };
  const reference = { account: firstAccount, profileId, mandateReference: 'pm_stripe', customerReference: null };

  it('goes to the account that saved them', () =>
    expect(
      effectsOf(pay(named({ paymentMethod: 'wallet' }), aSavedCard({ method, references: { mca_1: reference } })))[0],
    ).toMatchObject({
      straightThrough: { kind: 'accounts', accounts: [{ merchantConnectorId: 'mca_1' }] },
      operation: { mandate: { kind: 'use', offSession: false, mandateReference: 'pm_stripe' } },
    }));

  it('finds no account where no processor has them', () =>
    expect(pay(named({ paymentMethod: 'wallet' }), aSavedCard({ method }))).toMatchObject({
      code: 'no_eligible_connector',
    }));
});

describe('a payment with a token of a saved wallet token', () => {
  const { sealedData } = aSavedWallet().method;
  const { expiryMonth, expiryYear } = aWalletToken;
  const byWallet = (changes: Partial<PaymentFields> = {}) =>
    named({ paymentMethod: 'wallet', paymentMethodType: 'google_pay', ...changes });

  it('charges it at any account that takes such tokens, with its present expiry', () =>
    expect(effectsOf(pay(byWallet(), aSavedWallet()))[0]).toMatchObject({
      kind: 'route',
      straightThrough: null,
      operation: { card: null, sealedMethodData: sealedData, walletToken: { expiryMonth, expiryYear } },
    }));

  it('shows no fingerprint to processors', () =>
    expect(effectsOf(pay(byWallet(), aSavedWallet()))[0]).toMatchObject({
      operation: { walletToken: expect.not.objectContaining({ fingerprint: expect.anything() as unknown }) as unknown },
    }));

  it('of another wallet is refused', () =>
    expect(pay(byWallet({ paymentMethodType: 'apple_pay' }), aSavedWallet())).toMatchObject({
      code: 'invalid_request',
    }));

  it('stays saved with its data when the payment saves it again', () => {
    const saving = byWallet({
      setupFutureUsage: 'off_session',
      details: { payment_token: token, customer_acceptance: { acceptance_type: 'offline' } },
    });
    const saved = effectsOf(receive(paymentOf(pay(saving, aSavedWallet())), charged)).find(
      ({ kind }) => kind === 'save_payment_method',
    );
    expect(saved).toMatchObject({
      paymentMethod: { paymentMethodId: 'pm_1', method: { sealedData, walletToken: aWalletToken } },
    });
  });
});

describe('a card that the customer saved before', () => {
  const stored = aSavedCard({ paymentMethodId: 'pm_known', customerId: 'cus_1' as never });

  it('is saved again under its id, and is shown as typed in', () => {
    const payment = paymentOf(create(savingFields(), true, knowing(stored)));
    expect(shownPayment(payment)).toMatchObject({ payment_method_id: null, card_discovery: 'manual' });
    const saved = effectsOf(receive(payment, charged)).find(({ kind }) => kind === 'save_payment_method');
    expect(saved).toMatchObject({
      isFirst: true,
      isRenewed: true,
      paymentMethod: {
        paymentMethodId: 'pm_known',
        method: expect.not.objectContaining({ savedAs: expect.anything() as unknown }) as unknown,
      },
    });
  });

  it('keeps no CVC, and none of its reference', () => {
    const payment = paymentOf(create({ ...savingFields(), cvcReference }, true, knowing(stored)));
    expect(activeAttempt(payment).method?.card).toMatchObject({ cvc: 'stored', cvcReference });
    const saved = effectsOf(receive(payment, charged)).find(({ kind }) => kind === 'save_payment_method');
    expect(JSON.stringify(saved, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))).not.toContain(
      'card_cvc',
    );
  });

  it('is not used by a payment that only has the same card', () =>
    expect(kindsOf(receive(paymentOf(create(savingFields(), true, knowing(stored))), charged))).not.toContain(
      'use_payment_method',
    ));
});
