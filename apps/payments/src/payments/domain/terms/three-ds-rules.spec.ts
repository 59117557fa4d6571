import type { JsonObject, PaymentFields, ThreeDsDecision } from '@payorch/contracts';
import { threeDsDecision } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { constantFrom, assert, property, record } from 'fast-check';
import { aRequestor } from '../../../../test/authentications';
import {
  aCard,
  aContext,
  aProfile,
  cardFields,
  create,
  effectsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  profileId,
  receive,
  type ContextChanges,
  seals,
} from '../../../../test/builders';
import { programOf, rulesOf, type TestRules } from '../../../../test/merchant-rules';
import { declined } from '../../../../test/outcomes';
import { paymentFromRow, intentToRow } from '../../persistence/payment/payment.mapper';
import { confirmPayment } from '../decide/confirm-payment';
import type { Decision } from '../decision';
import { challengeFor } from '../authentications/authentications';
import type { Payment } from '../payment';

const override = (to: string | null): JsonObject => (to === null ? {} : { override_3ds: to });
const deciding = (decision: ThreeDsDecision): TestRules => ({ decision: programOf({ decision }) });

const about = { merchantId, paymentId, callerIp: null };
const contextWith = (rules: TestRules, changes: ContextChanges = {}) =>
  aContext({ merchantRules: rulesOf(rules), ...changes });
const confirmed = (rules: TestRules, fields: Partial<PaymentFields> = {}, changes: ContextChanges = {}) =>
  paymentOf(create(cardFields(fields), true, contextWith(rules, changes)));
const sentThreeDs = (decision: Decision): unknown =>
  (effectsOf(decision)[0] as { readonly operation?: { readonly threeDs?: boolean } }).operation?.threeDs;

type Type = Payment['authenticationType'];

describe('the 3DS decision manager', () => {
  it.each<[string | null, Type, Type]>([
    ['three_ds', null, 'three_ds'],
    ['three_ds', 'no_three_ds', 'no_three_ds'],
    ['no_three_ds', 'three_ds', 'three_ds'],
    ['no_three_ds', null, 'no_three_ds'],
    [null, 'three_ds', 'three_ds'],
    [null, null, null],
  ])('with %s makes %s of a request %s', (to, authenticationType, expected) => {
    const decision = create(
      cardFields({ authenticationType }),
      true,
      contextWith({ override: programOf(override(to)) }),
    );
    expect(paymentOf(decision).authenticationType).toBe(expected);
    expect(sentThreeDs(decision)).toBe(expected === 'three_ds');
  });

  it('decides by the rule that holds for the payment', () => {
    const byNetwork = programOf(override(null), [[['card_network', 'Visa'], override('three_ds')]]);
    expect(confirmed({ override: byNetwork }).authenticationType).toBe('three_ds');
    const other = { card: { ...aCard, network: 'Mastercard' } };
    expect(confirmed({ override: byNetwork }, other).authenticationType).toBeNull();
  });

  it('decides at the confirmation, not before', () => {
    const rules = { override: programOf(override('three_ds')) };
    const payment = paymentOf(create(cardFields(), false, contextWith(rules)));
    expect(payment.authenticationType).toBeNull();
  });

  it.each<[string, Partial<PaymentFields>]>([
    ['without the customer', { details: { off_session: true } }],
    [
      'with the proof of an authentication',
      {
        authenticationType: 'three_ds',
        authentication: { eci: '05', cryptogram: 'x', version: '2.2.0', transactionStatus: 'Y' } as never,
      },
    ],
  ])('decides nothing for a payment %s', (_, fields) => {
    const { authenticationType = null } = fields;
    for (const to of ['three_ds', 'no_three_ds'])
      expect(confirmed({ override: programOf(override(to)) }, fields).authenticationType).toBe(authenticationType);
  });

  it('leaves the merchant’s type as it is, which a client may repeat, and never asks for less', () => {
    const rules = { override: programOf(override('no_three_ds')) };
    const payment = paymentOf(create(cardFields({ authenticationType: 'three_ds' }), false, contextWith(rules)));
    const caller = { kind: 'client', clientSecret: payment.clientSecret } as const;
    const confirm = (authenticationType: 'three_ds' | 'no_three_ds') =>
      confirmPayment(payment, { ...about, caller, fields: { authenticationType, details: {} } }, contextWith(rules));
    expect(paymentOf(confirm('three_ds')).authenticationType).toBe('three_ds');
    expect(confirm('no_three_ds')).toMatchObject({ code: 'not_for_clients' });
  });

  it('comes after the operator’s switch', () =>
    expect(
      confirmed({ override: programOf(override('three_ds')) }, {}, { authenticatesCustomers: false })
        .authenticationType,
    ).toBe('no_three_ds'));

  it('decides anew about each attempt, and earlier attempts keep their type', () => {
    const byNetwork = programOf(override('three_ds'), [[['card_network', 'Mastercard'], override(null)]]);
    const failed = paymentOf(receive(confirmed({ override: byNetwork }), declined()));
    const retry = contextWith({ override: byNetwork }, { profile: { ...aProfile, manualRetry: true }, now: later(9) });
    const fields = { card: { ...aCard, network: 'Mastercard' }, paymentMethod: 'card', details: {} };
    const again = paymentOf(confirmPayment(failed, { ...about, caller: { kind: 'merchant' }, fields }, retry));
    expect(again.authenticationType).toBeNull();
    expect(again.attempts.map(({ authenticationType }) => authenticationType)).toEqual(['three_ds', undefined]);
  });
});

describe('a 3DS decision rule', () => {
  it.each<[ThreeDsDecision, Type, object]>([
    ['no_three_ds', 'no_three_ds', { requestsChallenge: false }],
    ['challenge_requested', 'three_ds', { requestsChallenge: true }],
    ['challenge_preferred', 'three_ds', { requestsChallenge: true }],
    ['three_ds_exemption_requested_tra', 'three_ds', { requestsChallenge: false, asksForNoChallenge: true }],
    ['three_ds_exemption_requested_low_value', 'three_ds', { requestsChallenge: false, asksForNoChallenge: true }],
    ['issuer_three_ds_exemption_requested', 'three_ds', { requestsChallenge: false, asksForNoChallenge: true }],
  ])('that decides %s sets %s, and asks the issuer accordingly', (decision, type, challenge) => {
    const payment = confirmed(deciding(decision));
    expect(payment.authenticationType).toBe(type);
    expect(challengeFor(payment, aProfile)).toEqual(challenge);
  });

  it('every decision has a row above', () => expect(threeDsDecision.options).toHaveLength(6));

  it.each<[Type]>([['three_ds'], ['no_three_ds']])('leaves the requested type %s', (authenticationType) => {
    for (const decision of threeDsDecision.options)
      expect(confirmed(deciding(decision), { authenticationType }).authenticationType).toBe(authenticationType);
  });

  it('comes after the decision manager', () =>
    expect(
      confirmed({ override: programOf(override('no_three_ds')), ...deciding('challenge_requested') })
        .authenticationType,
    ).toBe('no_three_ds'));

  it('compares the acquirer of the card’s network', () => {
    const decision = programOf({ decision: 'no_three_ds' }, [
      [['acquirer_country', 'Germany'], { decision: 'challenge_requested' }],
    ]);
    const acquirers = [
      { network: 'Mastercard', countryCode: 'FR', fraudRate: null },
      { network: 'Visa', countryCode: 'DE', fraudRate: 0.5 },
    ];
    const profile = { ...aProfile, acquirers };
    expect(confirmed({ decision }, {}, { profile }).authenticationType).toBe('three_ds');
    const other = { card: { ...aCard, network: 'Mastercard' } };
    expect(confirmed({ decision }, other, { profile }).authenticationType).toBe('no_three_ds');
    expect(confirmed({ decision }).authenticationType).toBe('no_three_ds');
  });

  it('decides nothing about a payment method that is no card', () => {
    const sealedMethodData = { reference: 'card_9' as never, sealed: 'sealed' };
    const fields = { ...cardFields(), paymentMethod: 'wallet', paymentMethodType: 'paypal', sealedMethodData };
    const { card: _, ...paypal } = fields;
    const payment = paymentOf(create(paypal, true, contextWith(deciding('challenge_requested'))));
    expect(payment).toMatchObject({ authenticationType: null });
    expect(payment.ruled).toBeUndefined();
  });

  it('leads to the authentication outside the processor where the merchant asks for one', () => {
    const account = {
      merchantConnectorId: 'mca_3ds' as MerchantConnectorId,
      connector: 'threedsecureio',
      disabled: false,
      connectorType: 'authentication_processor' as const,
    };
    const context = {
      profile: { ...aProfile, authentication: aRequestor },
      account: () => ({ ...account, profileId }),
      accountsOfProfile: () => [account],
    };
    const fields = cardFields({ details: { request_external_three_ds_authentication: true } });
    const kindsFor = (decision: ThreeDsDecision) =>
      effectsOf(create(fields, true, contextWith(deciding(decision), context))).map(({ kind }) => kind);
    expect(kindsFor('challenge_requested')[0]).toBe('pre_authenticate');
    expect(kindsFor('no_three_ds')[0]).toBe('route');
  });
});

it('what rules decide is stored with the payment, and taken back with the next request', () =>
  assert(
    property(
      record({
        to: constantFrom('three_ds', 'no_three_ds', null),
        decision: constantFrom(...threeDsDecision.options),
        requested: constantFrom<Type>('three_ds', 'no_three_ds', null),
      }),
      ({ to, decision, requested }) => {
        const rules = { override: programOf(override(to)), ...deciding(decision) };
        const payment = confirmed(rules, { authenticationType: requested });
        const row = {
          ...intentToRow(seals, payment, 0),
          attempts: [],
          captures: [],
          refunds: [],
          disputes: [],
        } as never;
        const { ruled, authenticationType } = paymentFromRow(seals, row);
        expect({ ruled, authenticationType }).toEqual({
          ruled: payment.ruled,
          authenticationType: payment.authenticationType,
        });
        const failed = paymentOf(receive(payment, declined()));
        const retry = aContext({ profile: { ...aProfile, manualRetry: true }, now: later(9) });
        const command = { ...about, caller: { kind: 'merchant' }, fields: { card: aCard, details: {} } } as const;
        const again = paymentOf(confirmPayment(failed, command, retry));
        expect(again).toMatchObject({ authenticationType: requested });
        expect(again.ruled).toBeUndefined();
      },
    ),
    { numRuns: 40 },
  ));
