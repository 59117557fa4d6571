import { errorHelp, refusals, refusalsByWireCode, type RefusalCode } from '@payorch/contracts';
import type { Operation } from './schema';

const linked = (wireCode: string): string => `[${wireCode}](docs/errors#${wireCode})`;

const paying = /^(Create|Confirm|Update|Complete Authorize) a Payment$|Eligibility/;
const never = /^$/;
const webhooks = /^Receive a Webhook/;

/** Refusals that only some operations raise, by their operation ids. Every other one is possible wherever its status is. */
const raisedBy: Readonly<Partial<Record<RefusalCode, RegExp>>> = {
  unknown_url: never,
  wrong_method: never,
  webhook_refused: webhooks,
  webhook_unreadable: webhooks,
  refund_limit_reached: /^Create a Refund$/,
  refund_exceeds_charged: /^Create a Refund$/,
  refund_not_supported: /^Create a Refund$/,
  refund_exists: /^Create a Refund$/,
  payment_exists: /^Create a Payment$/,
  config_exists: /^Create a Config$/,
  merchant_exists: /^Create a Merchant Account$/,
  connector_account_exists: /^(Create|Update) a Merchant Connector$/,
  already_exists: /^(Create|Update) (Card|a Gsm|Gsm)|Block a|Organization/,
  customer_exists: /^Create a Customer$/,
  customer_redacted: /Customer|Payment [Mm]ethod/,
  customer_has_mandate: /^Delete a Customer$/,
  customer_not_found: /Customer|Ephemeral|^Create a Payment/,
  customer_value_invalid: /Customer/,
  customer_not_for_clients: /^(Update|Confirm) a Payment$/,
  ephemeral_key_invalid: /Customer|Payment [Mm]ethod/,
  default_payment_method: /^Delete a Payment method$/,
  extended_card_info_not_found: /Card of a Payment/,
  extended_card_info_away: /Card of a Payment/,
  token_expired: paying,
  connector_config_invalid: /^Verify domains for Apple Pay$|^Register the webhook/,
  verification_failed: /^Verify domains for Apple Pay$|^Register the webhook/,
  resource_not_found: /^List the verified domains of Apple Pay$/,
  card_iin_unknown: /^Retrieve Card Information$/,
  card_iin_length: /Card Information$/,
  file_missing: /^Upload|^Create a File$|^Attach Evidence/,
  dispute_id_missing: /^Create a File$|^Attach Evidence/,
  dispute_not_found: /^Create a File$|Dispute/,
  file_not_found: /^(Retrieve|Delete) a File$|^Submit Dispute Evidence$/,
  file_purpose_missing: /^Create a File$/,
  file_content_type_missing: /^Create a File$|^Attach Evidence/,
  file_validation_failed: /^Create a File$|^Attach Evidence/,
  file_not_available: /^(Retrieve|Delete) a File$|^Submit Dispute Evidence$/,
  file_storage_away: /^(Create|Retrieve) a File$|^Attach Evidence/,
  method_not_supported: paying,
  no_eligible_connector: paying,
  authorization_failed: paying,
  payment_blocked: paying,
  cvc_store_unavailable: paying,
  mandate_validation_failed: /^(Create|Confirm|Update) a Payment$|Revoke a Mandate/,
  connector_account_disabled: /Payment|Refund/,
  connector_not_found: /^(Create|Confirm|Update) a Payment$|Payment Method Type/,
  connector_refused: /Mandate|Session Tokens|Dispute/,
  dispute_status_invalid: /^Create a File$|^(Accept|Submit|Attach|Delete) .*(Dispute|Evidence)/,
  flow_not_supported: /Payment$|Refund$|Post Capture|authoriz|Session Tokens|^Register the webhook/,
  wrong_payment_state: /Payment|Refund/,
  not_for_clients: /Payment/,
  client_secret_expired: /Payment|Blocked|Card Information/,
  client_secret_invalid: /Payment|Blocked|Card Information/,
  webhook_secret_sealed: /Merchant Connector/,
  refused_webhooks_away: /(refused|received) webhooks/,
  routing_evaluation_not_found: /^Update gateway scores$/,
  routing_scores_away: /^Update gateway scores$/,
};

/** The error codes of an operation: those of its statuses that it can raise. */
function codesOf({ operationId, responses }: Operation): string[] {
  const isPossible = (name: RefusalCode): boolean =>
    String(refusals[name].status) in responses && (raisedBy[name]?.test(operationId) ?? true);
  return refusalsByWireCode()
    .filter(([, names]) => names.some(isPossible))
    .map(([wireCode]) => wireCode);
}

/** The error codes of an operation with links to their help; empty for an operation without errors. */
export function errorSentence(operation: Operation): string {
  if (operation.tags.includes('Pages')) return 'Errors: a page for a browser, and JSON for every other caller.';
  const codes = codesOf(operation);
  const failing = Object.keys(operation.responses).some((status) => status >= '400');
  return failing ? `Errors: ${codes.map(linked).join(', ')}.` : '';
}

/** What a shared response says: the codes with its status. */
export function responseSentence(status: string): string {
  const codes = refusalsByWireCode()
    .filter(([, names]) => names.some((name) => String(refusals[name].status) === status))
    .map(([wireCode]) => linked(wireCode));
  return codes.length > 0 ? `Codes: ${codes.join(', ')}.` : '';
}

/** A line for each code, with the first of its causes. */
export const errorList = (): string =>
  refusalsByWireCode()
    .map(([wireCode, [first]]) => `- ${linked(wireCode)}: ${first === undefined ? '' : errorHelp[first].cause}`)
    .join('\n');
