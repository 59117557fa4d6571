import type { CardFacts, JsonObject, Refusal, RoutingEvaluate, RoutingFacts } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { isCurrency, money, referenceIdPattern } from '@payorch/kernel';
import type { OpenRouterDecideGatewayRequest } from '@payorch/rest';
import { countryNameOf, limits, ruleKeys, typeFactOf } from '@payorch/routing-rules';
import { cardNetworkOf } from '../../sealing';

type Evaluation = Omit<RoutingEvaluate, 'merchantId' | 'profileId'>;

/** The limits of a payment's metadata in the interface, and of a list of gateways. */
const [maxMetadataKeys, maxGateways] = [50, 100];

const methods = ruleKeys.payment_method.kind === 'enum_variant' ? ruleKeys.payment_method.values : new Set<string>();

const notAllowed = (field: string, allowed: string): Refusal => refuse('value_not_allowed', { field, allowed });

/** The metadata is a text with JSON. Values that are no texts, numbers or truth values are compared with nothing. */
function metadataIn(text: string): Readonly<Record<string, string>> | undefined {
  if (text.trim() === '') return {};
  try {
    const sent = JSON.parse(text) as unknown;
    if (sent === null) return {};
    if (typeof sent !== 'object' || Array.isArray(sent)) return undefined;
    const entries = Object.entries(sent as JsonObject);
    if (entries.length > maxMetadataKeys) return undefined;
    const plain = entries.filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
    return Object.fromEntries(
      plain.map(([key, value]) => [key, String(value).slice(0, limits.metadataValueLength + 1)]),
    );
  } catch {
    return undefined;
  }
}

const present = (values: Readonly<Record<string, string | number | null | undefined>>): RoutingFacts['values'] =>
  Object.fromEntries(
    Object.entries(values).filter((one): one is [string, string | number] => one[1] !== undefined && one[1] !== null),
  );

/** What rules know of a card by its first digits. */
function cardValues(digits: string, card: CardFacts | null): RoutingFacts['values'] {
  return present({
    card_bin: digits.slice(0, 6),
    extended_card_bin: digits.length >= 8 ? digits.slice(0, 8) : null,
    card_network: card?.network ?? cardNetworkOf(digits),
    card_type: card?.type?.toLowerCase(),
    issuer_name: card?.issuer,
    issuer_country: card?.issuingCountryCode ? countryNameOf(card.issuingCountryCode) : null,
  });
}

/** What a payment has that requests nothing else than its method: as payments routes it. */
const usual = {
  authentication_type: 'no_three_ds',
  capture_method: 'automatic',
  payment_type: 'non_mandate',
  transaction_initiator: 'customer',
} as const;

/** The payment that is evaluated; a refusal with everything that is wrong. `card`: the facts of its first digits. */
export function readEvaluation(sent: OpenRouterDecideGatewayRequest, card: CardFacts | null): Evaluation | Refusal {
  const { paymentInfo: info, eligibleGatewayList: among, rankingAlgorithm: ranking } = sent;
  const [method, type] = [info.paymentMethod.toLowerCase(), info.paymentMethodType.toLowerCase()];
  const metadata = metadataIn(info.metadata);
  const isCard = method === 'card';
  const refused = joinRefusals([
    referenceIdPattern.test(info.paymentId)
      ? undefined
      : notAllowed('paymentInfo.paymentId', '1 to 64 letters, digits, - and _'),
    Number.isSafeInteger(info.amount) && info.amount >= 0
      ? undefined
      : notAllowed('paymentInfo.amount', 'an integer of minor units, 0 or more'),
    isCurrency(info.currency) ? undefined : notAllowed('paymentInfo.currency', 'a currency of three capital letters'),
    methods.has(method) ? undefined : notAllowed('paymentInfo.paymentMethod', [...methods].join(', ')),
    metadata ? undefined : notAllowed('paymentInfo.metadata', `a JSON object with at most ${maxMetadataKeys} keys`),
    /^(\d{6,8})?$/.test(info.cardIsin) ? undefined : notAllowed('paymentInfo.cardIsin', 'the first 6 to 8 digits'),
    (among?.length ?? 0) <= maxGateways ? undefined : notAllowed('eligibleGatewayList', `${maxGateways} at most`),
    ranking === 'NTW_BASED_ROUTING'
      ? refuse('not_implemented', { message: 'rankingAlgorithm NTW_BASED_ROUTING is not implemented' })
      : undefined,
  ]);
  if (refused || !metadata || !isCurrency(info.currency)) return refused ?? notAllowed('paymentInfo', 'a payment');
  const typeFact = typeFactOf(method, type);
  const ofCard = isCard && info.cardIsin !== '' ? cardValues(info.cardIsin, card) : {};
  const network = ofCard['card_network'];
  return {
    paymentId: info.paymentId,
    money: money(BigInt(info.amount), info.currency),
    paymentMethod: method,
    paymentMethodType: type === '' ? null : type,
    cardNetwork: typeof network === 'string' ? network : null,
    facts: {
      values: {
        ...usual,
        amount: info.amount,
        currency: info.currency,
        payment_method: method,
        ...ofCard,
        ...(typeFact && { [typeFact[0]]: typeFact[1] }),
      },
      metadata: { ...metadata },
    },
    among: among ?? null,
    byScores: ranking !== 'PL_BASED_ROUTING',
    withElimination: sent.eliminationEnabled !== false,
  };
}
