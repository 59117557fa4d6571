import type { CardFacts, CardToJudge, PaymentMethodBlocking } from '@payorch/contracts';

type CardRules = NonNullable<PaymentMethodBlocking['card']>;

/** Words of the interface and of card tables differ in case and separators: `visa_classic`, `VISA CLASSIC`. */
const normal = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '');
const isAmong = (word: string, words: readonly string[]): boolean =>
  words.some((other) => normal(other) === normal(word));

interface Criterion {
  readonly blocked: (rules: CardRules) => readonly string[];
  /** Absent or null where it is not known. */
  readonly fact: (facts: CardFacts) => string | null | undefined;
  readonly isHit: (fact: string, blocked: readonly string[]) => boolean;
  /** What the payment shows. */
  readonly messageOf: (fact: string) => string;
}

/** `CREDIT` reads as `Credit`. */
const asTitle = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const anotherCard = 'for this transaction, please try a different card';

const criteria: readonly Criterion[] = [
  {
    blocked: ({ issuingCountries }) => issuingCountries,
    fact: ({ issuingCountryCode }) => issuingCountryCode,
    isHit: isAmong,
    messageOf: () => `Cards issued in your region aren't supported ${anotherCard}`,
  },
  {
    blocked: ({ types }) => types,
    fact: ({ type }) => type,
    isHit: isAmong,
    messageOf: (type) => `${asTitle(type)} cards are not accepted ${anotherCard}`,
  },
  {
    blocked: ({ subtypes }) => subtypes,
    fact: ({ subtype }) => subtype,
    isHit: isAmong,
    messageOf: () => `This card is not accepted ${anotherCard}`,
  },
  {
    blocked: ({ issuerIds }) => issuerIds,
    fact: ({ issuerId }) => issuerId,
    isHit: (issuerId, issuerIds) => issuerIds.includes(issuerId),
    messageOf: () => 'Cards of this issuer are blocked',
  },
];

const unknownCard = "We're unable to accept this card, please try another card or a different payment method";

/** What the blocklist and the rules read of a payment method, stored or not. */
export interface JudgedMethod {
  readonly paymentMethod: string;
  readonly paymentMethodType?: string | null;
  readonly card: CardToJudge | null;
  readonly walletCardType?: string;
}

/** Why the profile blocks the payment method; undefined where it does not. */
export function blockedByProfile(
  { paymentMethod, card, walletCardType }: JudgedMethod,
  rules: PaymentMethodBlocking | null,
): string | undefined {
  if (rules === null) return undefined;
  if (card && rules.card) return blockedCard(card, rules.card);
  const isBlockedWallet =
    paymentMethod === 'wallet' && walletCardType !== undefined && isAmong(walletCardType, rules.wallet?.types ?? []);
  return isBlockedWallet ? 'Wallets with cards of this type are blocked' : undefined;
}

/** A fact that a rule needs and the table of card ranges lacks blocks the card only with `blocksUnknown`. */
function blockedCard({ facts = null }: CardToJudge, rules: CardRules): string | undefined {
  if (facts === null) return rules.blocksUnknown ? unknownCard : undefined;
  const needed = criteria.filter(({ blocked }) => blocked(rules).length > 0);
  const known = needed.map((criterion) => ({ ...criterion, value: criterion.fact(facts) ?? '' }));
  const hit = known.find(({ value, isHit, blocked }) => value !== '' && isHit(value, blocked(rules)));
  if (hit) return hit.messageOf(hit.value);
  const isUnknown = known.some(({ value }) => value === '');
  return isUnknown && rules.blocksUnknown ? unknownCard : undefined;
}
