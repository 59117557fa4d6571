import type { Outcome, PaymentFields, ProfileSettings } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aProfile,
  cardFields,
  create,
  effectsOf,
  firstAccount,
  later,
  paymentOf,
  profileId,
  receive,
} from '../../../../test/builders';
import { declined, unknown } from '../../../../test/outcomes';
import { aSavedCard, customerId } from '../../../../test/payment-methods';
import type { StoredToken } from '../../../payment-methods/domain/method';
import { statusOf } from '../payment.status';

const sent = `token_${'a'.repeat(20)}`;
const networkToken = { reference: 'nt_1' as never, sealed: 'sealed token', expiryMonth: '11', expiryYear: '2038' };
const withNetworkTokens: Partial<ProfileSettings> = { networkTokens: true };
const retrying = { ...withNetworkTokens, autoRetries: true, maxAutoRetries: 9, clearPanRetries: true };
const anAccount = { account: firstAccount, profileId, mandateReference: null, customerReference: null };

const savedWith = (token: StoredToken | null) => {
  const card = aSavedCard({ networkTransactionId: 'MCC1', references: { mca_1: anAccount } });
  return { ...card, method: { ...card.method, ...(token && { networkToken: token }) } };
};
const contextOf = (profile: Partial<ProfileSettings>, token: StoredToken | null = networkToken) => {
  const stored = savedWith(token);
  return aContext({
    now: later(1),
    profile: { ...aProfile, ...profile },
    methodOfToken: (named) => (named === sent ? stored : undefined),
    paymentMethod: (id) => (id === 'pm_1' ? stored : undefined),
    gsmRule: ({ subFlow, connector }) =>
      subFlow === 'Authorize' && connector === firstAccount.connector
        ? ({ decision: 'retry', stepUpPossible: false, clearPanPossible: true } as never)
        : undefined,
  });
};
const money = { amount: minorUnits(1050n), currency: 'EUR' as const, customerId, paymentMethod: 'card' };
const chosen: PaymentFields = { ...money, details: { payment_token: sent } };
const byMerchant: PaymentFields = {
  ...money,
  recurring: { kind: 'payment_method', paymentMethodId: 'pm_1' },
  details: { off_session: true },
};
/** The operation that the payment sends. */
const operationOf = (fields: PaymentFields, context: ReturnType<typeof contextOf>) => {
  const [route] = effectsOf(create(fields, true, context));
  if (route?.kind !== 'route') throw new Error('nothing is sent');
  return route.operation;
};

describe('the network token of a saved card', () => {
  it.each<[string, PaymentFields]>([
    ['that the customer chose', chosen],
    ['that the merchant charges', byMerchant],
  ])('is sent beside the card %s', (_name, fields) =>
    expect(operationOf(fields, contextOf(withNetworkTokens))).toMatchObject({ networkToken, card: { last4: '4242' } }),
  );

  it.each<[string, PaymentFields, ReturnType<typeof contextOf>]>([
    ['the profile does not have it', chosen, contextOf({})],
    ['the service has not made it', chosen, contextOf(withNetworkTokens, { ...networkToken, sealed: null })],
    ['the card has none', chosen, contextOf(withNetworkTokens, null)],
    ['the customer sent a card', cardFields({ customerId }), contextOf(withNetworkTokens)],
  ])('is not sent where %s', (_name, fields, context) =>
    expect(operationOf(fields, context)).not.toHaveProperty('networkToken.sealed'),
  );
});

describe('after an authorization by network token', () => {
  const ofToken: Outcome = { ...declined(), byNetworkToken: true } as Outcome;
  const after = (outcome: Outcome, profile: Partial<ProfileSettings>) => {
    const context = contextOf(profile);
    const decision = receive(paymentOf(create(chosen, true, context)), outcome, { fallbacks: [] }, context);
    return {
      context,
      payment: paymentOf(decision),
      next: effectsOf(decision).find(({ kind }) => kind === 'authorize'),
    };
  };

  it('a decline is followed by the number at the same account, once', () => {
    const { context, payment, next } = after(ofToken, retrying);
    expect(next).toMatchObject({ account: firstAccount, operation: { card: { last4: '4242' } } });
    expect(next).not.toHaveProperty('operation.networkToken');
    expect(payment.attempts.map(({ byNumber }) => byNumber)).toEqual([undefined, true]);
    const again = receive(payment, declined(), {}, context);
    expect(effectsOf(again).map(({ kind }) => kind)).not.toContain('authorize');
    expect(statusOf(paymentOf(again))).toBe('failed');
  });

  it.each<[string, Outcome, Partial<ProfileSettings>]>([
    ['the number was declined', declined(), retrying],
    ['the profile permits no number', ofToken, { ...retrying, clearPanRetries: false }],
    ['the profile has no automatic retries', ofToken, { ...retrying, autoRetries: false }],
    ['no retry is left', ofToken, { ...retrying, maxAutoRetries: 0 }],
    ['the outcome is unknown', unknown, retrying],
  ])('nothing is sent at the same account where %s', (_name, outcome, profile) =>
    expect(after(outcome, profile).next).toBeUndefined(),
  );
});
