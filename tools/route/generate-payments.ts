import type { RoutingFacts } from '@payorch/contracts';
import type { Currency } from '@payorch/kernel';
import type { Algorithm, RuleKey, Statement } from '@payorch/routing-rules';
import { ruleKeys } from '@payorch/routing-rules';
import type { SimulatedPayment } from './payments';
import { firstAttemptOf } from './payments';

/** What the rules of some algorithms compare, so that generated payments reach them. */
export interface ComparedValues {
  readonly texts: ReadonlyMap<RuleKey, ReadonlySet<string>>;
  readonly metadata: ReadonlyMap<string, ReadonlySet<string>>;
  /** Zero: no rule compares the amount. */
  readonly largestAmount: number;
}

function setIn<Key>(sets: Map<Key, Set<string>>, key: Key): Set<string> {
  const set = sets.get(key) ?? new Set<string>();
  sets.set(key, set);
  return set;
}

export function comparedIn(algorithms: readonly Algorithm[]): ComparedValues {
  const texts = new Map<RuleKey, Set<string>>();
  const metadata = new Map<string, Set<string>>();
  let largestAmount = 0;
  const walk = ({ condition, nested }: Statement): void => {
    for (const { key, operand } of condition) {
      if (operand.kind === 'texts') for (const text of operand.texts) setIn(texts, key).add(text);
      else if (operand.kind === 'metadata') setIn(metadata, operand.key).add(operand.value);
      else if (key === 'amount') largestAmount = Math.max(largestAmount, ...operand.tests.map(({ number }) => number));
    }
    nested?.forEach(walk);
  };
  for (const algorithm of algorithms)
    if (algorithm.type === 'advanced') for (const rule of algorithm.program.rules) rule.statements.forEach(walk);
  return { texts, metadata, largestAmount };
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Weighted = readonly (readonly [string, number])[];

const currencyWeights: Weighted = [['USD', 60], ['EUR', 25], ['GBP', 15]]; // prettier-ignore
const methodWeights: Weighted = [['card', 75], ['wallet', 15], ['bank_redirect', 10]]; // prettier-ignore
const networkWeights: Weighted = [['Visa', 50], ['Mastercard', 35], ['AmericanExpress', 15]]; // prettier-ignore
const typeWeights: Readonly<Partial<Record<RuleKey, Weighted>>> = {
  card_type: [['credit', 60], ['debit', 40]], // prettier-ignore
  wallet: [['apple_pay', 45], ['google_pay', 35], ['paypal', 20]], // prettier-ignore
  bank_redirect: [['ideal', 60], ['eps', 20], ['bancontact_card', 20]], // prettier-ignore
};
/** Keys that only cards have. */
const ofCards: ReadonlySet<RuleKey> = new Set(['card_type', 'card_network', 'card_bin', 'extended_card_bin']);
const methods = ruleKeys.payment_method.kind === 'enum_variant' ? ruleKeys.payment_method.values : new Set<string>();
/** A compared value beyond the weighted ones is as frequent as this weight. */
const comparedWeight = 10;
/** The share of payments without a value for a key that not every payment has. */
const absent = 0.1;
const otherText = 'other';
const [least, usual] = [100, 100_000];

function pick(weights: Weighted, random: () => number): string {
  let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of weights) if ((left -= weight) < 0) return value;
  return weights[weights.length - 1]![0];
}

const withCompared = (weights: Weighted, compared: Iterable<string>): Weighted => {
  const present = new Set(weights.map(([value]) => value));
  return [...weights, ...[...compared].filter((one) => !present.has(one)).map((one) => [one, comparedWeight] as const)];
};

const some = (compared: Iterable<string>): Weighted => withCompared([[otherText, comparedWeight]], compared);

/** Values of a closed set that no rule names make up one half at most. */
function valuesOf(key: RuleKey, compared: Iterable<string>): Weighted {
  const type = ruleKeys[key];
  if (type.kind !== 'enum_variant') return some(compared);
  const named = new Set(compared);
  const others = [...type.values].filter((value) => !named.has(value));
  return [
    ...[...named].map((value) => [value, 1] as const),
    ...others.map((value) => [value, Math.max(1, named.size) / others.length] as const),
  ];
}

/** The methods of the rules, too: those that a rule names, and those whose types it compares. */
function methodsFor({ texts }: ComparedValues): Weighted {
  const byType = [...texts.keys()].filter((key) => methods.has(key));
  return withCompared(methodWeights, [...(texts.get('payment_method') ?? []), ...byType]);
}

/**
 * Payments that are the same for the same seed and algorithms: amounts from 1 to 1,000 units, evenly by their logarithm, and up to
 * four times the largest amount that a rule compares; the values of the other keys that rules compare, and some that none does.
 */
export function* generatePayments(
  count: number,
  { seed, compared }: { readonly seed: number; readonly compared: ComparedValues },
): Generator<SimulatedPayment> {
  const random = randomOf(seed);
  const most = Math.max(usual, compared.largestAmount * 4);
  const currencyOf = withCompared(currencyWeights, compared.texts.get('currency') ?? []);
  const methodOf = methodsFor(compared);
  const typed = (key: RuleKey): Weighted => {
    const weights = typeWeights[key];
    const texts = compared.texts.get(key) ?? [];
    return weights ? withCompared(weights, texts) : valuesOf(key, texts);
  };
  const types = new Map([...methods].map((method) => [method, method === 'card' ? 'card_type' : (method as RuleKey)]));
  const typeValues = new Map(
    [...new Set(types.values())].filter((key) => key in ruleKeys).map((key) => [key, typed(key)]),
  );
  const networkOf = withCompared(networkWeights, compared.texts.get('card_network') ?? []);
  const placed = new Set<RuleKey>(['payment_method', 'currency', 'card_network', ...typeValues.keys()]);
  const others = [...compared.texts]
    .filter(([key]) => !placed.has(key))
    .map(([key, texts]) => [key, valuesOf(key, texts)] as const);
  const metadataOf = [...compared.metadata].map(([key, values]) => [key, some(values)] as const);

  for (let at = 1; at <= count; at += 1) {
    const amount = Math.round(least * (most / least) ** random());
    const currency = pick(currencyOf, random) as Currency;
    const method = pick(methodOf, random);
    const values: RoutingFacts['values'] = { amount, currency, payment_method: method };
    const typeKey = types.get(method);
    const type = typeKey && typeValues.get(typeKey);
    if (typeKey && type) values[typeKey] = pick(type, random);
    if (method === 'card') values['card_network'] = pick(networkOf, random);
    for (const [key, weights] of others)
      if (!(ofCards.has(key) && method !== 'card') && random() >= absent) values[key] = pick(weights, random);
    const metadata: Record<string, string> = {};
    for (const [key, weights] of metadataOf) if (random() >= absent) metadata[key] = pick(weights, random);
    const id = `sim_${seed}_${at}`;
    const facts = { values, ...(metadataOf.length > 0 && { metadata }) };
    yield { id, attemptId: firstAttemptOf(id), amount, currency, facts };
  }
}
