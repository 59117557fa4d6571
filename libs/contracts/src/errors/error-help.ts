import { refusals, type RefusalCode } from './errors';

/** Why a refusal happens, and what the caller can do. Plain text; names of fields stand in backquotes. */
export interface ErrorHelp {
  readonly cause: string;
  readonly remedy: string;
}

const later: ErrorHelp['remedy'] =
  'Send the same request again after the seconds of `Retry-After`, with the same `Idempotency-Key`.';
const readList: ErrorHelp['remedy'] =
  'Compare the id with the list of such objects, and check that the key belongs to the right merchant.';
const otherId: ErrorHelp['remedy'] = 'Choose another id, or retrieve the object that exists.';
const nothingBegan = 'The service could not begin the request in time. Nothing happened.';

/** The help for every refusal: a new refusal needs its row. */
export const errorHelp: Readonly<Record<RefusalCode, ErrorHelp>> = {
  unauthorized: {
    cause: 'The header `api-key` is missing, wrong, expired or revoked, or this kind of key may not call the route.',
    remedy:
      'Send the secret key from a server, the publishable key with a `client_secret` from a browser, the admin key for calls of the operator.',
  },
  unknown_url: { cause: 'No route has this path.', remedy: 'Compare the path with the reference at `/docs`.' },
  wrong_method: {
    cause: 'The path exists, but not with this method.',
    remedy: 'Use the method that the reference names for the path.',
  },
  secret_key_in_browser: {
    cause: 'A page in a browser sent a secret key. Each visitor of the page can read the key.',
    remedy:
      'Revoke the key, and use the publishable key in the page. The operator can allow an origin with `CORS_ORIGINS`.',
  },
  missing_param: {
    cause: 'A field that this request needs is missing.',
    remedy: 'Add the field that the message names.',
  },
  invalid_format: {
    cause: 'A field has a value of the wrong form.',
    remedy: 'Send the form that the message describes.',
  },
  invalid_request: {
    cause:
      'The request contradicts a rule, itself or the state of the object. The message names the rule. A body that is not valid JSON or has a field of the wrong type has the same code.',
    remedy: 'Change what the message names. The reference has the type and the limits of every field.',
  },
  invalid_value: {
    cause: 'A field has a value that is not allowed.',
    remedy: 'Send an allowed value for the field that the message names.',
  },
  value_not_allowed: {
    cause: 'A field, or one item of a list, has a value that is not allowed.',
    remedy: 'Send one of the values that the message lists as allowed.',
  },
  client_secret_expired: {
    cause: 'The session of the payment has ended.',
    remedy: 'Create a new payment. `session_expiry` sets how long a session lasts.',
  },
  client_secret_invalid: {
    cause: 'The `client_secret` belongs to another object, or was changed on its way.',
    remedy: 'Send the `client_secret` exactly as the creation returned it.',
  },
  refund_limit_reached: {
    cause: 'The payment has as many refunds as one payment may have.',
    remedy: 'Return the rest of the money outside of this service.',
  },
  refund_exceeds_charged: {
    cause: 'All refunds together would be more than the captured amount. Refunds that are still open count too.',
    remedy: 'Retrieve the payment with its refunds, and refund at most the rest.',
  },
  wrong_payment_state: {
    cause: 'The payment has a status in which this is not possible.',
    remedy: 'Retrieve the payment. The message names the statuses that allow the call.',
  },
  request_under_way: {
    cause: 'Another request with the same `Idempotency-Key` is still running.',
    remedy: 'Wait a moment, then send the same request with the same key: the answer is the one of the first request.',
  },
  too_many_requests: {
    cause: 'The key or the address sent more requests than its limit.',
    remedy: 'Wait for the seconds of `Retry-After`.',
  },
  precondition_failed: {
    cause: 'A condition of the request is not met. The message names it.',
    remedy: 'Meet the condition first, or leave out the field that needs it.',
  },
  other_total: {
    cause:
      'The page has shown the customer another total than the confirmation would charge: the merchant has changed the payment, or the payment method has a surcharge.',
    remedy: 'Show the customer `total`, and confirm with it once the customer agrees.',
  },
  not_for_clients: {
    cause: 'A browser tried to change a field that only the merchant may set, such as the amount.',
    remedy: 'Set the field from the server with the secret key.',
  },
  return_url_not_for_clients: {
    cause: 'The return URL that a browser sent has a query parameter that could be taken for a result of the payment.',
    remedy: 'Leave that parameter out, or set the return URL from the server with the secret key.',
  },
  customer_not_found: { cause: 'No customer of this merchant has this id.', remedy: readList },
  customer_exists: { cause: 'A customer with this id exists already.', remedy: otherId },
  customer_redacted: {
    cause: 'The data of this customer was erased.',
    remedy: 'Create a new customer. Erased data never comes back.',
  },
  customer_has_mandate: {
    cause: 'An active mandate still charges this customer.',
    remedy: 'Revoke the mandates first, then delete the customer.',
  },
  customer_value_invalid: {
    cause: 'A field of the customer has a value that is not allowed.',
    remedy: 'Send an allowed value for the field that the message names.',
  },
  ephemeral_key_invalid: {
    cause: 'The ephemeral key has expired or belongs to another customer.',
    remedy: 'Let the server create a new ephemeral key for this customer.',
  },
  platform_not_supported: {
    cause: 'A platform account takes no payments and has no processors of its own.',
    remedy:
      'Name one of its connected accounts in the header `X-Connected-Merchant-Id`, or use the key of that account.',
  },
  platform_operation_invalid: {
    cause: 'The header `X-Connected-Merchant-Id` came without the secret key of a platform account.',
    remedy: 'Leave the header out, or send the secret key of the platform.',
  },
  connected_not_supported: {
    cause: 'This operation does not act for a connected account.',
    remedy: 'Leave the header `X-Connected-Merchant-Id` out, or use the key of the connected account.',
  },
  connected_operation_invalid: {
    cause: 'The platform has no connected account with the id in the header `X-Connected-Merchant-Id`.',
    remedy: 'Name a connected account of the organization of the platform. A standard account uses its own key.',
  },
  customer_not_for_clients: {
    cause: 'A browser tried to change a customer.',
    remedy: 'Change the customer from the server with the secret key.',
  },
  method_not_supported: {
    cause: 'The payment method type does not support this.',
    remedy: 'Use another payment method type. `reason` says more.',
  },
  flow_not_supported: {
    cause: 'The connector cannot do this operation.',
    remedy: 'Look in `GET /feature_matrix` for a connector that can, and send the payment there.',
  },
  not_implemented: {
    cause: 'This service does not support the field or the call yet. It refuses rather than ignore it.',
    remedy: 'Leave out the field that the message names.',
  },
  default_payment_method: {
    cause: 'The payment method is the default of its customer.',
    remedy: 'Set another default first, then delete this one.',
  },
  extended_card_info_not_found: {
    cause: 'The card was never stored, or its time is over.',
    remedy: 'Enable it for the profile, and retrieve the card within `ttl_in_secs` after the payment.',
  },
  token_expired: {
    cause: 'The `payment_token` is unknown or too old.',
    remedy: 'List the saved payment methods again, and use the new token.',
  },
  authentication_unprocessable: {
    cause: 'The authentication of the customer cannot take this step. The message says why.',
    remedy: 'Retrieve the payment: its `next_action` names the step that it waits for.',
  },
  other_request: {
    cause: 'An earlier request with this `Idempotency-Key` was another one.',
    remedy: 'Use a new key for each request, and the same key only to send the same request again.',
  },
  connector_config_invalid: {
    cause:
      'The connector account lacks settings that the request needs: for domains, those of Apple Pay on the web with the certificate of the merchant.',
    remedy: 'Update the connector account. The message names the part of its settings.',
  },
  card_iin_unknown: {
    cause: 'No card information is stored for these digits.',
    remedy: 'Ask the operator to create or upload it.',
  },
  card_iin_length: {
    cause: 'The digits are not six or eight.',
    remedy: 'Send the first six or eight digits of the card number.',
  },
  dispute_id_missing: {
    cause: 'The form has no `dispute_id`.',
    remedy: 'Send the id of the dispute as a text of the form.',
  },
  file_purpose_missing: {
    cause: 'The form has no `purpose`, or another one than `dispute_evidence`.',
    remedy: 'Send the purpose `dispute_evidence` as a text of the form.',
  },
  file_content_type_missing: {
    cause: 'The part `file` of the form has no content type.',
    remedy: 'Send `application/pdf`, `image/jpeg` or `image/png` as the content type of the part.',
  },
  dispute_not_found: { cause: 'No dispute of this merchant has this id.', remedy: readList },
  file_not_found: {
    cause: 'No file of this merchant has this id, or the file was deleted, or it was uploaded for another dispute.',
    remedy: 'Use the `file_id` that the upload returned, and a key of the same merchant.',
  },
  file_not_available: {
    cause: 'The file is known, but its bytes are not there.',
    remedy: 'Upload the file again.',
  },
  file_validation_failed: {
    cause: 'The file is too large, or its content is not what its content type says, or of a type that is not taken.',
    remedy: 'Send one whole PDF, JPEG or PNG of at most 5,000,000 bytes, with its own content type.',
  },
  file_storage_away: {
    cause: 'The file storage did not answer. Nothing was stored.',
    remedy: 'Send the same request again after the seconds of `Retry-After`.',
  },
  file_missing: { cause: 'The form has no file.', remedy: 'Send `multipart/form-data` with a part named `file`.' },
  not_found: { cause: 'The object does not exist. The message names it.', remedy: readList },
  already_exists: { cause: 'Such an object exists already. The message names it.', remedy: otherId },
  no_eligible_connector: {
    cause:
      'No active connector account of the profile supports this payment method, currency, country, amount and capture method together.',
    remedy:
      'Compare the payment with `payment_methods_enabled` of the connector accounts and with `GET /feature_matrix`.',
  },
  payment_exists: { cause: 'A payment with this `payment_id` exists already.', remedy: otherId },
  refund_not_supported: {
    cause: 'The connector cannot refund this payment method.',
    remedy: 'Return the money outside of this service.',
  },
  payout_exists: { cause: 'A payout with this `payout_id` exists already.', remedy: otherId },
  refund_exists: { cause: 'A refund with this `refund_id` exists already.', remedy: otherId },
  authentication_exists: { cause: 'An authentication with this `authentication_id` exists already.', remedy: otherId },
  config_exists: { cause: 'The key has a value already.', remedy: 'Update the config instead.' },
  merchant_exists: { cause: 'A merchant account with this `merchant_id` exists already.', remedy: otherId },
  connector_account_exists: {
    cause: 'The profile has a connector account with this label already.',
    remedy: 'Choose another `connector_label`, or update the account that exists.',
  },
  payment_not_found: { cause: 'No payment of this merchant and profile has this id.', remedy: readList },
  payout_not_found: { cause: 'No payout of this merchant and profile has this id.', remedy: readList },
  refund_not_found: { cause: 'No refund of this merchant and profile has this id.', remedy: readList },
  mandate_not_found: { cause: 'No mandate of this merchant has this id.', remedy: readList },
  payment_method_not_found: { cause: 'No payment method of this merchant has this id.', remedy: readList },
  payment_link_not_found: { cause: 'No payment of this merchant and profile has this link.', remedy: readList },
  collect_link_not_found: {
    cause: 'No collect link of this merchant has this address.',
    remedy: 'Open the whole address that the creation returned, with its `link_token`.',
  },
  collect_link_exists: {
    cause: 'A collect link of this merchant has this `pm_collect_link_id` already.',
    remedy: 'Leave out `pm_collect_link_id`, or choose another one.',
  },
  payout_link_not_found: {
    cause: 'No payout of this merchant has a link with this address.',
    remedy: 'Open the whole address that `payout_link.link` of the payout has, with its `link_token`.',
  },
  link_configuration: {
    cause: 'A payout has a link, and no site may frame its page; or the link is for tests, and this system is not.',
    remedy:
      'Set `allowed_domains` in `payout_link_config` of the profile. Without them only `test_mode` shows the page, in a sandbox.',
  },
  routing_algorithm_not_found: {
    cause: 'No routing algorithm of this merchant has this id, or it belongs to another profile than `X-Profile-Id`.',
    remedy: readList,
  },
  routing_evaluation_not_found: {
    cause:
      'The profile did not evaluate a payment with this id in the last 24 hours, or it had no dynamic routing then or has none now.',
    remedy: 'Evaluate the payment with `POST /routing/evaluate` before it is made, with the same `X-Profile-Id`.',
  },
  link_forbidden: {
    cause: 'The page of the link was opened in a frame of a site that may not frame it, or outside of a frame.',
    remedy: 'Add the site to `allowed_domains` of the link configuration, and open the secure link in a frame.',
  },
  authentication_not_found: {
    cause: 'No authentication of this merchant has this id.',
    remedy: 'Use the `authentication_id` that the creation returned, with a key of the same merchant.',
  },
  dispute_status_invalid: {
    cause:
      'The dispute is decided, accepted or expired, or its stage allows no such answer. Files are attached only to an opened dispute in the stage `dispute`.',
    remedy: 'Retrieve the dispute: `dispute_stage` and `dispute_status` say what it still allows.',
  },
  relay_not_found: {
    cause: 'No relay of this merchant and profile has this id.',
    remedy: 'Use the id that the creation returned, with the key of the same merchant and the same `X-Profile-Id`.',
  },
  event_not_found: {
    cause: 'No event of this merchant has this id, or it is older than events are stored.',
    remedy: 'List the events.',
  },
  webhook_endpoint_not_found: {
    cause: 'The profile has no webhook endpoint with this id.',
    remedy: 'List the endpoints of the profile.',
  },
  poll_not_found: { cause: 'No poll has this id.', remedy: 'Use the `poll_id` of the `next_action`.' },
  config_not_found: { cause: 'The key has no value.', remedy: 'Create the config first.' },
  merchant_not_found: { cause: 'No merchant account has this id.', remedy: readList },
  profile_not_found: { cause: 'No profile of this merchant has this id.', remedy: readList },
  profile_acquirer_not_found: {
    cause: 'The profile has no acquirer with this id.',
    remedy: 'Retrieve the profile: it lists its acquirers.',
  },
  connector_account_not_found: { cause: 'No connector account of this merchant has this id.', remedy: readList },
  resource_not_found: {
    cause: 'No connector account of this merchant has the id of the query.',
    remedy: readList,
  },
  incident_not_found: {
    cause: 'No incident of payments, refunds, relays or payouts has this id.',
    remedy: 'List the incidents: `npm run ops -- incidents --all`.',
  },
  incident_resolved: {
    cause: 'The incident is resolved, by another person or for another reason.',
    remedy: 'Nothing is to do. `npm run ops -- incidents --all` shows who resolved it, and why.',
  },
  data_key_not_found: {
    cause: 'The merchant account has no data key with this number.',
    remedy: 'Use the number that the creation returned.',
  },
  api_key_not_found: { cause: 'No API key of this merchant has this id.', remedy: readList },
  connector_not_found: {
    cause: 'No connector has this name, or the profile has no account there.',
    remedy: 'Use a name of `GET /feature_matrix`, and create a connector account.',
  },
  connector_refused: {
    cause: 'The processor refused the call. The message has its code and its text.',
    remedy:
      'Look the code up in the documentation of the processor, and check the credentials of the connector account.',
  },
  mandate_validation_failed: {
    cause: 'The mandate cannot be used this way: it is revoked, used up or below the amount. `reason` says more.',
    remedy: 'Retrieve the mandate. If it has ended, ask the customer for a new one.',
  },
  routing_config_not_found: {
    cause: 'The profile has no dynamic routing algorithm of this kind, or another one than the path names.',
    remedy: 'Create the algorithm, or name the one that its creation returned.',
  },
  routed_account_not_found: {
    cause: 'The payment names a connector account that its profile does not have, or no longer has.',
    remedy: 'Name an account of the profile in `routing`, or leave the choice to the profile.',
  },
  connector_account_disabled: {
    cause: 'The connector account is disabled.',
    remedy: 'Enable the account, or use another one.',
  },
  payment_blocked: {
    cause:
      'The blocklist or the profile blocks this payment method. A payment has failed; a payout is as it was, and nothing was paid.',
    remedy: 'Ask the customer for another payment method. A wrong entry can be removed from the blocklist.',
  },
  authorization_failed: {
    cause: 'The authorization could not be sent to the processor, for example because the amount is zero.',
    remedy: 'Change the payment and confirm it again.',
  },
  verification_failed: {
    cause:
      'Apple gave no answer about the domains in time, or the connector account changed before Apple answered. No domain was stored.',
    remedy: 'Send the same request again. A repeated verification changes nothing at Apple.',
  },
  webhook_refused: {
    cause: 'The signature of a processor webhook is missing or wrong.',
    remedy: 'Set the webhook secret of the processor in `connector_webhook_details` of the connector account.',
  },
  webhook_unreadable: {
    cause: 'The body of a processor webhook cannot be read.',
    remedy: 'Check that the processor sends to the address of the right connector account.',
  },
  not_begun_in_time: { cause: nothingBegan, remedy: later },
  no_reply: {
    cause:
      'The service that owns the object did not answer. The request may have taken effect; the body names the object.',
    remedy: 'Retrieve the object with the id of the body before anything else. Never send the request under a new key.',
  },
  settings_outdated: {
    cause: 'A service does not have the latest settings of the account yet. Nothing happened.',
    remedy: later,
  },
  cvc_store_unavailable: { cause: 'The store of security codes is away. Nothing happened.', remedy: later },
  overloaded: { cause: 'The gateway handles as many requests as it can. Nothing happened.', remedy: later },
  database_away: { cause: 'The database did not answer. Nothing was sent to a processor.', remedy: later },
  response_not_stored: {
    cause: 'The request took effect, but its answer could not be stored under the `Idempotency-Key`.',
    remedy: 'Send the same request with the same key: it returns the answer and repeats nothing.',
  },
  webhook_secret_sealed: { cause: 'The webhook secret could not be opened here. Nothing was stored.', remedy: later },
  refused_webhooks_away: { cause: 'The list of refused webhooks is away for a moment.', remedy: later },
  routing_scores_away: { cause: 'The scores of dynamic routing are away for a moment.', remedy: later },
  extended_card_info_away: { cause: 'The store of encrypted cards is away for a moment.', remedy: later },
  internal: {
    cause:
      'Something failed that should not fail. The operator sees it in the log under the `x-request-id` of the answer.',
    remedy: 'Retrieve the object before you send the request again. Give the operator the `x-request-id`.',
  },
};

/** The codes of the wire in their order, each with its refusals in the order of the table. */
export function refusalsByWireCode(): readonly (readonly [code: string, refusals: readonly RefusalCode[]])[] {
  const codes = Object.keys(errorHelp) as RefusalCode[];
  const wireCodes = [...new Set(codes.map((code) => refusals[code].code))].sort();
  return wireCodes.map((wire) => [wire, codes.filter((code) => refusals[code].code === wire)] as const);
}

/** The part of the errors page about a code, relative to the public address: `/docs/errors#IR_06`. */
export const errorHelpAddress = (wireCode: string): string => `/docs/errors#${wireCode}`;
