import type { Refusal } from '@payorch/contracts';
import { firstRefusal, joinRefusals, refuse } from '@payorch/contracts';
import type {
  AuthenticationAuthenticateRequest,
  AuthenticationCreateRequest,
  AuthenticationEligibilityRequest,
  AuthenticationSyncRequest,
} from '@payorch/rest';
import { checkChosenIds, isMerchantUrl } from '../../fields';
import { checkCard, inPlace, type PlainCard } from '../../sealing';

const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

const notServed = (field: string): Refusal =>
  refuse('not_implemented', { message: `${field} is not implemented`, path: field });

/** The interface limits amounts; an authentication of nothing would prove nothing. */
const largestAmount = 999_999_999;

function checkAmount(amount: number): Refusal | undefined {
  if (amount <= 0) return refuse('precondition_failed', { message: 'Amount must be greater than 0', path: 'amount' });
  return amount > largestAmount
    ? refuse('precondition_failed', { message: `amount should not be more than ${largestAmount}`, path: 'amount' })
    : undefined;
}

/** Fields that would change the authentication, and that no 3DS server here gets. */
function refuseUnserved(sent: AuthenticationCreateRequest): Refusal | undefined {
  const fields = {
    psd2_sca_exemption_type: sent.psd2_sca_exemption_type,
    profile_acquirer_id: sent.profile_acquirer_id,
    acquirer_details: sent.acquirer_details,
    // The deletion of a customer would not find the authentication.
    'customer_details.id': sent.customer_details?.id,
  };
  const unserved = Object.entries(fields).filter(([, value]) => isPresent(value));
  return joinRefusals(unserved.map(([name]) => notServed(name)));
}

const creationChecks: readonly ((sent: AuthenticationCreateRequest) => Refusal | undefined)[] = [
  ({ authentication_id }) => checkChosenIds({ authentication_id }),
  ({ amount }) => checkAmount(amount),
  ({ return_url: url }) =>
    isPresent(url) && !isMerchantUrl(url)
      ? refuse('value_not_allowed', { field: 'return_url', allowed: 'an http or https address' })
      : undefined,
  refuseUnserved,
];

export const checkCreation = (sent: AuthenticationCreateRequest): Refusal | undefined =>
  firstRefusal(creationChecks, sent);

/** A 3DS server knows the type of a card. */
const checkType = (type: AuthenticationEligibilityRequest['payment_method_type']): Refusal | undefined =>
  isPresent(type) && type !== 'credit' && type !== 'debit'
    ? refuse('invalid_request', {
        message: "payment_method_type doesn't correspond to the specified payment_method",
        path: 'payment_method_type',
      })
    : undefined;

/** The card of the request. Its CVC is checked and goes nowhere: no 3DS server takes one. */
export function cardToPrepare(sent: AuthenticationEligibilityRequest, now: Date): PlainCard | Refusal {
  if (sent.payment_method !== 'card') return notServed(`payment_method ${sent.payment_method}`);
  const { card } = sent.payment_method_data;
  if (!card) return refuse('missing_param', { field: 'payment_method_data.card' });
  const { card_number, card_exp_month, card_exp_year, card_holder_name } = card;
  const refused = joinRefusals([
    checkType(sent.payment_method_type),
    inPlace(checkCard(card, now), (field) => `payment_method_data.card.${field}`),
  ]);
  return refused ?? { card_number, card_exp_month, card_exp_year, card_holder_name: card_holder_name ?? null };
}

export const checkAuthentication = ({ device_channel }: AuthenticationAuthenticateRequest): Refusal | undefined =>
  device_channel === 'BRW' ? undefined : notServed(`device_channel ${device_channel}`);

/** The details of Click to Pay: nothing else completes an authentication by them. */
export const checkSync = ({ payment_method_details }: AuthenticationSyncRequest): Refusal | undefined =>
  isPresent(payment_method_details) ? notServed('payment_method_details') : undefined;
