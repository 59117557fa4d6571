import type { MethodToJudge } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { aCard, aPayment } from '../../../../test/builders';
import { aSavedCard } from '../../../../test/payment-methods';
import { judgedMethod, namesSaved } from './judged-method';

const sent = (changes: Partial<MethodToJudge> = {}): MethodToJudge => ({
  paymentMethod: 'card',
  card: null,
  walletCardType: null,
  isNew: false,
  paymentToken: null,
  ...changes,
});
const { bin, extendedBin, fingerprint } = aCard;
const other = { bin: '510510', extendedBin: null, fingerprint: 'other' };
const stored = aPayment.unconfirmed();
const saved = aSavedCard();

it('new data is judged, also beside a token', () => {
  const checkout = sent({ isNew: true, card: other, paymentToken: 'token_x' });
  expect(namesSaved(stored, checkout)).toBe(false);
  expect(judgedMethod(stored, checkout, undefined)).toEqual({ paymentMethod: 'card', card: other });
});

it('a wallet is judged by the card that it names', () =>
  expect(
    judgedMethod(stored, sent({ isNew: true, paymentMethod: 'wallet', walletCardType: 'debit' }), undefined),
  ).toEqual({ paymentMethod: 'wallet', card: null, walletCardType: 'debit' }));

it('without new data the payment method of the payment is judged', () =>
  expect(judgedMethod(stored, sent(), undefined)).toMatchObject({ card: { bin, extendedBin, fingerprint } }));

it('a payment without a payment method has nothing to judge', () =>
  expect(judgedMethod(aPayment.withoutMethod(), sent(), undefined)).toBeUndefined());

it('a token names a saved payment method, and never another card', () => {
  const checkout = sent({ paymentToken: 'token_x' });
  expect(namesSaved(stored, checkout)).toBe(true);
  expect(judgedMethod(stored, checkout, saved)).toBe(saved.method);
  expect(judgedMethod(stored, checkout, undefined)).toEqual(refuse('token_expired'));
});

it('the token that the payment has already names its own payment method', () => {
  const chosen = { ...stored, paymentToken: 'token_x' };
  expect(namesSaved(chosen, sent({ paymentToken: 'token_x' }))).toBe(false);
  expect(judgedMethod(chosen, sent({ paymentToken: 'token_x' }), undefined)).toMatchObject({ card: { fingerprint } });
});
