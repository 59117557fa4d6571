import type { JsonObject, PayoutType, RoutingFacts, SealedCard } from '@payorch/contracts';
import { type Money, minorUnitsToJson } from '@payorch/kernel';
import { typeFactOf } from '../method-type';
import { countryNameOf } from '../program/country-names';
import type { RuleKey } from '../program/rule-keys';
import { algorithmNeeds, type ChoosingAlgorithms } from './algorithm-needs';
import { collectFacts } from './collect-facts';

/** What rules compare of a payout. Countries are by their two letters. */
export interface RuledPayout {
  readonly money: Money;
  readonly payoutType: PayoutType;
  /** `credit` or `debit` of a card, else the kind of the account. */
  readonly payoutMethodType: string;
  readonly card: Pick<SealedCard, 'bin' | 'extendedBin' | 'network' | 'facts'> | null;
  readonly billingCountry: string | null;
  readonly businessCountry: string | null;
  readonly businessLabel: string | null;
  readonly metadata: JsonObject | null;
}

/** The payment method of a payout, by its name in rules and in an account's settings: a bank account is paid by bank transfer. */
export const payoutPaymentMethod = (type: PayoutType): string => (type === 'bank' ? 'bank_transfer' : type);

/** The type of the payment method; rules and settings know SEPA transfers under a name of their own. */
export const payoutPaymentMethodType = (type: PayoutType, methodType: string): string =>
  type === 'bank' && methodType === 'sepa' ? 'sepa_bank_transfer' : methodType;

const countryOf = (alpha2: string | null | undefined): string | undefined =>
  alpha2 ? countryNameOf(alpha2) : undefined;

const typeFact = ({ payoutType: type, payoutMethodType }: RuledPayout) =>
  typeFactOf(payoutPaymentMethod(type), payoutPaymentMethodType(type, payoutMethodType));

const typeAs =
  (key: RuleKey): Fact =>
  (payout) => {
    const [typeKey, value] = typeFact(payout) ?? [];
    return typeKey === key ? value : undefined;
  };

type Fact = (payout: RuledPayout) => string | number | null | undefined;

/** What keys mean for a payout. It has no value for the others: they are about payments alone. */
const facts: Readonly<Partial<Record<RuleKey, Fact>>> = {
  payment_method: ({ payoutType }) => payoutPaymentMethod(payoutType),
  card_type: typeAs('card_type'),
  wallet: typeAs('wallet'),
  bank_transfer: typeAs('bank_transfer'),
  card_bin: ({ card }) => card?.bin,
  extended_card_bin: ({ card }) => card?.extendedBin,
  card_network: ({ card }) => card?.network,
  issuer_country: ({ card }) => countryOf(card?.facts?.issuingCountryCode),
  amount: ({ money }) => minorUnitsToJson(money.amount),
  currency: ({ money }) => money.currency,
  billing_country: ({ billingCountry }) => countryOf(billingCountry),
  business_country: ({ businessCountry }) => countryOf(businessCountry),
  business_label: ({ businessLabel }) => businessLabel,
};

/** The values of a payout that the algorithm in force compares; undefined: it compares none, or the payout has none of them. */
export const payoutFactsFor = (by: ChoosingAlgorithms, payout: RuledPayout): RoutingFacts | undefined =>
  collectFacts(algorithmNeeds(by), (key) => facts[key]?.(payout), payout.metadata);
