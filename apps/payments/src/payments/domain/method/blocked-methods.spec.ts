import type { CardFacts, PaymentMethodBlocking } from '@payorch/contracts';
import { aCard } from '../../../../test/fixtures';
import { blockedByProfile } from './blocked-methods';

const facts: CardFacts = {
  network: 'Visa',
  issuer: 'Bank of Jersey',
  type: 'CREDIT',
  subtype: 'VISA CLASSIC',
  issuingCountry: 'JERSEY',
  issuingCountryCode: 'JE',
  issuerId: 'card_issuer_Aa',
};
type CardRules = NonNullable<PaymentMethodBlocking['card']>;
const noRules: CardRules = { issuingCountries: [], types: [], subtypes: [], issuerIds: [], blocksUnknown: false };
const rulesOf = (card: Partial<CardRules>): PaymentMethodBlocking => ({ card: { ...noRules, ...card }, wallet: null });
const blocked = (card: Partial<CardRules>, known: CardFacts | null = facts): string | undefined =>
  blockedByProfile({ paymentMethod: 'card', card: { ...aCard, facts: known } }, rulesOf(card));

describe('the rules of a profile', () => {
  it.each<[string, Partial<CardRules>, string | undefined]>([
    ['of no criterion', {}, undefined],
    [
      'of its country',
      { issuingCountries: ['US', 'JE'] },
      "Cards issued in your region aren't supported for this transaction, please try a different card",
    ],
    ['of another country', { issuingCountries: ['US'] }, undefined],
    [
      'of its type',
      { types: ['credit'] },
      'Credit cards are not accepted for this transaction, please try a different card',
    ],
    [
      'of its type with a capital',
      { types: ['Credit'] },
      'Credit cards are not accepted for this transaction, please try a different card',
    ],
    ['of another type', { types: ['debit'] }, undefined],
    [
      'of its subtype',
      { subtypes: ['visa_classic'] },
      'This card is not accepted for this transaction, please try a different card',
    ],
    ['of another subtype', { subtypes: ['classic'] }, undefined],
    ['of its issuer', { issuerIds: ['card_issuer_Aa'] }, 'Cards of this issuer are blocked'],
    ['of an issuer whose id differs in case', { issuerIds: ['card_issuer_aA'] }, undefined],
    ['of a country that is unknown, but all is known', { issuingCountries: ['US'], blocksUnknown: true }, undefined],
  ])('judge a card %s', (_, rules, message) => expect(blocked(rules)).toBe(message));

  it('name the type that they block as a payer reads it', () =>
    expect(blocked({ types: ['debit'] }, { ...facts, type: 'DEBIT' })).toBe(
      'Debit cards are not accepted for this transaction, please try a different card',
    ));

  const unknown = "We're unable to accept this card, please try another card or a different payment method";
  it.each<[string, Partial<CardRules>, CardFacts | null, string | undefined]>([
    ['without facts', { types: ['credit'] }, null, undefined],
    ['without facts, which is blocked', { blocksUnknown: true }, null, unknown],
    ['without the fact that a rule needs', { issuerIds: ['i'] }, { ...facts, issuerId: null }, undefined],
    [
      'without the fact that a rule needs, which is blocked',
      { issuerIds: ['i'], blocksUnknown: true },
      { ...facts, issuerId: null },
      unknown,
    ],
    [
      'without a fact that no rule needs',
      { types: ['debit'], blocksUnknown: true },
      { ...facts, issuerId: null },
      undefined,
    ],
    [
      'sealed before the facts were complete',
      { issuingCountries: ['JE'] },
      { ...facts, issuingCountryCode: undefined },
      undefined,
    ],
  ])('judge a card %s', (_, rules, known, message) => expect(blocked(rules, known)).toBe(message));

  const wallets: PaymentMethodBlocking = { card: null, wallet: { types: ['debit'] } };
  it.each([
    ['with a debit card', 'wallet', 'DEBIT', 'Wallets with cards of this type are blocked'],
    ['with a credit card', 'wallet', 'credit', undefined],
    ['without a card type', 'wallet', undefined, undefined],
  ])('judge a wallet %s', (_, paymentMethod, type, message) =>
    expect(blockedByProfile({ paymentMethod, card: null, ...(type && { walletCardType: type }) }, wallets)).toBe(
      message,
    ),
  );

  it('of wallets leave a card alone, and no rules block nothing', () => {
    expect(blockedByProfile({ paymentMethod: 'card', card: { ...aCard, facts } }, wallets)).toBeUndefined();
    expect(blockedByProfile({ paymentMethod: 'card', card: { ...aCard, facts } }, null)).toBeUndefined();
  });
});
