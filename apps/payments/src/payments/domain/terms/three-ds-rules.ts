import type { ProfileSettings, RoutingFacts, ThreeDsDecision } from '@payorch/contracts';
import { countryNameOf, type NeededFacts } from '@payorch/routing-rules';
import type { Attempt } from '../attempts/attempt';
import type { DecideContext } from '../decision';
import type { CompiledRules, MerchantRules } from '../merchant-rules';
import { isCustomerAbsent } from '../method/chosen-method';
import type { Payment, Ruled } from '../payment';
import { activeAttempt, requestedTypeOf, withAuthenticationType, withRuled } from '../payment';
import { routingFactsOf } from './routing-facts';

type Type = 'three_ds' | 'no_three_ds';
type Settings = DecideContext['settings'];

/**
 * What each decision of a 3DS decision rule means here. A 3DS server asks the issuer for a challenge as a preference: it cannot
 * require one. It carries no kind of exemption either: it asks for no challenge, and the issuer may exempt the payment.
 */
const meanings: Readonly<Record<ThreeDsDecision, { readonly type: Type; readonly challenge?: Ruled['challenge'] }>> = {
  no_three_ds: { type: 'no_three_ds' },
  challenge_requested: { type: 'three_ds', challenge: 'requested' },
  challenge_preferred: { type: 'three_ds', challenge: 'requested' },
  three_ds_exemption_requested_tra: { type: 'three_ds', challenge: 'not_requested' },
  three_ds_exemption_requested_low_value: { type: 'three_ds', challenge: 'not_requested' },
  issuer_three_ds_exemption_requested: { type: 'three_ds', challenge: 'not_requested' },
};

/** The acquirer of the card's network, of the profile's default acquirer. */
function acquirerFacts({ acquirers }: Pick<ProfileSettings, 'acquirers'>, { method }: Attempt): RoutingFacts['values'] {
  const found = acquirers?.find(({ network }) => network === method?.card?.network);
  const country = found?.countryCode ? countryNameOf(found.countryCode) : undefined;
  return {
    ...(country !== undefined && { acquirer_country: country }),
    ...(found?.fraudRate != null && { acquirer_fraud_rate: found.fraudRate }),
  };
}

function factsFor(payment: Payment, needs: NeededFacts, profile: ProfileSettings): RoutingFacts {
  const attempt = activeAttempt(payment);
  const facts = routingFactsOf(payment, attempt, needs) ?? { values: {} };
  return { ...facts, values: { ...facts.values, ...acquirerFacts(profile, attempt) } };
}

const decisionOf = <Output>(
  rules: CompiledRules<Output> | undefined,
  payment: Payment,
  profile: ProfileSettings,
): Output | null => (rules ? rules.decide(factsFor(payment, rules.needs, profile)) : null);

/** The type that the rules decide; the request's own stays where they decide none. */
function withType(payment: Payment, type: Type | null): Payment {
  if (type === null || type === payment.authenticationType) return payment;
  return withRuled(withAuthenticationType(payment, type), { requestedType: requestedTypeOf(payment) });
}

/**
 * The payment with the authentication that the rules decide: a type where the request has none, first by the merchant's 3DS decision
 * manager, then by the profile's 3DS decision rule, which also decides what the issuer is asked for. Rules decide
 * nothing where no customer can be authenticated, nor where the merchant sends the proof of an authentication.
 */
function withThreeDsRules(payment: Payment, { merchantRules, profile }: Settings): Payment {
  const isProven = activeAttempt(payment).method?.authentication !== undefined;
  if (!merchantRules || isProven || isCustomerAbsent(payment)) return payment;
  return withDecision(withOverride(payment, merchantRules, profile), merchantRules, profile);
}

const withOverride = (payment: Payment, { threeDsOverride }: MerchantRules, profile: ProfileSettings): Payment =>
  withType(payment, payment.authenticationType ?? decisionOf(threeDsOverride, payment, profile));

function withDecision(payment: Payment, { threeDsDecision }: MerchantRules, profile: ProfileSettings): Payment {
  // The keys of these rules are about cards.
  const isCard = activeAttempt(payment).method?.card != null;
  const decision = isCard ? decisionOf(threeDsDecision, payment, profile) : null;
  if (decision === null) return payment;
  const { type, challenge } = meanings[decision];
  return withRuled(withType(payment, payment.authenticationType ?? type), { ...(challenge && { challenge }) });
}

/**
 * The payment with the 3-D Secure that it is confirmed with: what the merchant's rules decide, and none where the operator has
 * switched it off, neither outside the processor nor by it. Then it shows the type that it has, since the merchant is liable for it;
 * earlier attempts keep theirs. A proof that the merchant sent is no new authentication.
 */
export function withThreeDs(payment: Payment, { settings }: Pick<DecideContext, 'settings'>): Payment {
  const ruled = withThreeDsRules(payment, settings);
  const isOff = settings.authenticatesCustomers === false && !activeAttempt(ruled).method?.authentication;
  return isOff && ruled.authenticationType === 'three_ds' ? withAuthenticationType(ruled, 'no_three_ds') : ruled;
}
