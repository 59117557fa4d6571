type Extra =
  | 'reason'
  | 'connector'
  | 'payment_id'
  | 'refund_id'
  | 'mandate_id'
  | 'relay_id'
  | 'payout_id'
  | 'authentication_id'
  | 'dispute_id'
  | 'total';

/**
 * Every refusal of the interface: internal code → status, wire code and text. A text may contain `{name}`, filled from
 * the refusal's details. `extra` names details that the error body also carries.
 */
export interface WireError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly extra?: readonly Extra[];
  /** Where the status alone does not say it. */
  readonly type?: string;
}

const stateText =
  'This Payment could not be {flow} because it has a {field} of {value}. The expected state is {states}';

export const refusals = {
  unauthorized: { status: 401, code: 'IR_01', message: 'API key not provided or invalid API key used' },
  unknown_url: { status: 404, code: 'IR_02', message: 'Unrecognized request URL' },
  wrong_method: { status: 405, code: 'IR_03', message: 'The HTTP method is not applicable for this API' },
  /** A browser sent a secret key from an origin that is not on the allow list. */
  secret_key_in_browser: { status: 401, code: 'IR_01', message: '{message}' },
  missing_param: { status: 400, code: 'IR_04', message: 'Missing required param: {field}' },
  invalid_format: {
    status: 422,
    code: 'IR_05',
    message: '{field} contains invalid data. Expected format is {expected}',
  },
  invalid_request: { status: 422, code: 'IR_06', message: '{message}' },
  routing_config_not_found: { status: 404, code: 'IR_37', message: '{what} not found' },
  invalid_value: { status: 400, code: 'IR_07', message: 'Invalid value provided: {field}' },
  /** The same, where what is allowed can be said in a few words. */
  value_not_allowed: { status: 400, code: 'IR_07', message: 'Invalid value provided: {field}. Allowed: {allowed}' },
  client_secret_expired: { status: 400, code: 'IR_08', message: 'The provided client_secret has expired' },
  client_secret_invalid: {
    status: 400,
    code: 'IR_09',
    message: 'The client_secret provided does not match the client_secret associated with the Payment',
  },
  refund_limit_reached: { status: 400, code: 'IR_12', message: 'Reached maximum refund attempts' },
  refund_exceeds_charged: { status: 400, code: 'IR_13', message: 'The refund amount exceeds the amount captured' },
  wrong_payment_state: { status: 400, code: 'IR_14', message: stateText },
  /** `differing`: the top-level fields of the body that differ, for a caller with a secret key. */
  other_request: {
    status: 422,
    code: 'IR_06',
    message: 'This Idempotency-Key was used before with another request',
  },
  /**
   * The interface has no such status: status 409 distinguishes two concurrent requests under one key from a refusal of
   * the request.
   */
  request_under_way: {
    status: 409,
    code: 'IR_16',
    message: 'A request with this Idempotency-Key is still being handled',
  },
  /** The interface has no such response. `retry_after`: whole seconds, also in `Retry-After`. */
  too_many_requests: {
    status: 429,
    code: 'IR_16',
    message: 'Too many requests: try again in {retry_after} s',
  },
  precondition_failed: { status: 400, code: 'IR_16', message: '{message}' },
  /** A page has shown another total than the confirmation would charge: the page shows `total`, and its customer decides again. */
  other_total: {
    status: 400,
    code: 'IR_16',
    message: 'The customer was shown {shown}, but the total of this payment is now {total}',
    extra: ['total'],
  },
  /** A client sets a field that only the merchant may set. */
  not_for_clients: {
    status: 400,
    code: 'IR_16',
    message: '{field} can only be set by the merchant: a publishable key cannot change it',
  },
  /** A client's return URL could be taken for a result of the service. */
  return_url_not_for_clients: {
    status: 400,
    code: 'IR_16',
    message:
      'return_url from a publishable key may have no query parameter that the service adds itself (such as status or payment_id), and no name or value with &, = or %',
  },
  customer_not_found: { status: 404, code: 'HE_02', message: 'Customer does not exist in our records' },
  customer_exists: { status: 400, code: 'IR_12', message: 'Customer with the given `customer_id` already exists' },
  customer_redacted: { status: 400, code: 'IR_11', message: 'Customer has already been redacted' },
  customer_has_mandate: { status: 400, code: 'IR_10', message: 'Customer has active mandate/subsciption' },
  /** Without the blank that the other routes have. */
  customer_value_invalid: { status: 400, code: 'IR_07', message: 'Invalid value provided:{field}' },
  ephemeral_key_invalid: { status: 401, code: 'IR_15', message: 'Invalid Ephemeral Key for the customer' },
  platform_not_supported: { status: 400, code: 'IR_43', message: 'API does not support platform account operation' },
  platform_operation_invalid: { status: 401, code: 'IR_44', message: 'Invalid platform account operation' },
  connected_not_supported: { status: 400, code: 'IR_49', message: 'API does not support connected account operation' },
  connected_operation_invalid: { status: 401, code: 'IR_50', message: 'Invalid connected account operation' },
  customer_not_for_clients: { status: 401, code: 'IR_18', message: 'Unauthorised access to update customer' },
  method_not_supported: { status: 400, code: 'IR_19', message: 'Payment method type not supported', extra: ['reason'] },
  flow_not_supported: { status: 400, code: 'IR_20', message: '{flow} flow not supported', extra: ['connector'] },
  not_implemented: { status: 501, code: 'IR_00', message: '{message}' },
  default_payment_method: { status: 400, code: 'IR_25', message: 'Cannot delete the default payment method' },
  extended_card_info_not_found: { status: 404, code: 'IR_27', message: 'Extended card info does not exist' },
  authentication_unprocessable: { status: 422, code: 'IR_29', message: '{message}' },
  token_expired: { status: 422, code: 'IR_29', message: 'Token is invalid or expired' },
  connector_config_invalid: {
    status: 400,
    code: 'IR_30',
    message: 'Merchant connector account is configured with invalid {config}',
  },
  card_iin_unknown: { status: 400, code: 'IR_31', message: 'The provided card IIN does not exist' },
  card_iin_length: {
    status: 400,
    code: 'IR_32',
    message: 'The provided card IIN length is invalid, please provide an IIN with 6 digits',
  },
  file_missing: { status: 400, code: 'IR_33', message: 'File not found in the request' },
  dispute_id_missing: { status: 400, code: 'IR_34', message: 'Dispute id not found in the request' },
  file_purpose_missing: {
    status: 400,
    code: 'IR_35',
    message: 'File purpose not found in the request or is invalid',
  },
  file_content_type_missing: { status: 400, code: 'IR_36', message: 'File content type not found' },
  not_found: { status: 404, code: 'IR_37', message: '{message}' },
  already_exists: { status: 400, code: 'IR_38', message: '{message}' },
  no_eligible_connector: {
    status: 400,
    code: 'IR_39',
    message: 'No eligible connector was found for the current payment method configuration',
  },
  payment_exists: {
    status: 400,
    code: 'HE_01',
    message: 'The payment with the specified payment_id already exists in our records',
    extra: ['reason'],
  },
  refund_not_supported: {
    status: 422,
    code: 'IR_06',
    message: 'Refunds are currently not supported for {type} transactions via {connector}',
  },
  refund_exists: {
    status: 400,
    code: 'HE_01',
    message: 'Duplicate refund request. Refund already attempted with the refund ID',
  },
  payout_exists: {
    status: 400,
    code: 'HE_01',
    message: 'The payout with the specified payout_id \'PayoutId("{id}")\' already exists in our records',
  },
  authentication_exists: {
    status: 400,
    code: 'IR_38',
    message: 'Authentication with authentication_id {authentication_id} already exists',
  },
  config_exists: {
    status: 400,
    code: 'HE_01',
    message: 'The config with the specified key already exists in our records',
  },
  merchant_exists: {
    status: 400,
    code: 'HE_01',
    message: 'The merchant account with the specified details already exists in our records',
  },
  connector_account_exists: {
    status: 400,
    code: 'HE_01',
    message:
      "The merchant connector account with the specified profile_id '{profile_id}' and connector_label '{connector_label}' already exists in our records",
  },
  payment_not_found: { status: 404, code: 'HE_02', message: 'Payment does not exist in our records' },
  payment_link_not_found: { status: 404, code: 'HE_02', message: 'Payment Link does not exist in our records' },
  collect_link_not_found: { status: 404, code: 'IR_37', message: 'payment method collect link not found' },
  collect_link_exists: { status: 400, code: 'IR_38', message: 'payment method collect link already exists' },
  payout_link_not_found: { status: 404, code: 'IR_37', message: 'payout link not found' },
  /** The settings of a page are those of no page that may be shown. */
  link_configuration: { status: 400, code: 'IR_40', message: '{message}' },
  /** A page that only certain sites may frame was opened elsewhere. */
  link_forbidden: {
    status: 403,
    code: 'IR_22',
    message: 'Access forbidden. Not authorized to access this resource {resource}',
  },
  routing_algorithm_not_found: { status: 404, code: 'HE_02', message: 'Resource ID does not exist in our records' },
  /** An outcome is reported for a payment that routing did not evaluate, or evaluated too long ago. */
  routing_evaluation_not_found: {
    status: 404,
    code: 'HE_02',
    message: 'Routing evaluation does not exist in our records',
  },
  refund_not_found: { status: 404, code: 'HE_02', message: 'Refund does not exist in our records.' },
  payout_not_found: { status: 404, code: 'HE_02', message: 'Payout does not exist in our records' },
  authentication_not_found: { status: 404, code: 'HE_02', message: 'Authentication does not exist in our records' },
  relay_not_found: { status: 404, code: 'IR_37', message: 'relay not found' },
  mandate_not_found: { status: 404, code: 'HE_02', message: 'Mandate does not exist in our records' },
  payment_method_not_found: { status: 404, code: 'HE_02', message: 'Payment method does not exist in our records' },
  event_not_found: { status: 404, code: 'HE_02', message: 'Event does not exist in our records' },
  webhook_endpoint_not_found: {
    status: 404,
    code: 'HE_02',
    message: 'Webhook endpoint does not exist in our records',
  },
  poll_not_found: { status: 404, code: 'HE_02', message: 'Poll does not exist in our records' },
  config_not_found: { status: 404, code: 'HE_02', message: 'Config key does not exist in our records.' },
  merchant_not_found: { status: 404, code: 'HE_02', message: 'Merchant account does not exist in our records' },
  profile_not_found: { status: 404, code: 'HE_02', message: 'Business profile with the given id {id} does not exist' },
  profile_acquirer_not_found: {
    status: 404,
    code: 'HE_02',
    message: "Profile acquirer with id '{id}' not found for profile '{profile_id}'.",
  },
  connector_account_not_found: {
    status: 404,
    code: 'HE_02',
    message: 'Merchant connector account does not exist in our records',
    extra: ['reason'],
  },
  /** Of a connector account whose domains are listed: the interface has another text there than elsewhere. */
  resource_not_found: { status: 404, code: 'HE_02', message: 'Resource ID does not exist in our records' },
  incident_not_found: { status: 404, code: 'HE_02', message: 'Incident does not exist in our records' },
  /** Another person, or the same one with another reason, has resolved it. */
  incident_resolved: { status: 400, code: 'IR_16', message: 'The incident is resolved already: {when}' },
  data_key_not_found: { status: 404, code: 'HE_02', message: 'Data key does not exist in our records' },
  api_key_not_found: { status: 404, code: 'HE_02', message: 'API Key does not exist in our records' },
  connector_not_found: {
    status: 404,
    code: 'HE_04',
    message: 'The connector provided in the request is incorrect or not available',
  },
  dispute_not_found: { status: 404, code: 'HE_04', message: 'Dispute does not exist in our records' },
  /** The dispute's stage or status allows no such answer. */
  dispute_status_invalid: { status: 400, code: 'HE_03', message: 'Dispute status validation failed' },
  file_not_found: { status: 404, code: 'HE_04', message: 'File does not exist in our records' },
  /** The file is still being stored, or the storage has lost its bytes. */
  file_not_available: { status: 404, code: 'HE_04', message: 'File not available' },
  file_validation_failed: { status: 400, code: 'HE_03', message: 'File validation failed {reason}' },
  /** The processor refused a call outside a payment, such as the revocation of a mandate. */
  connector_refused: {
    status: 400,
    code: 'CE_00',
    message: '{code}: {message}',
    extra: ['connector', 'reason'],
    type: 'connector',
  },
  mandate_validation_failed: {
    status: 400,
    code: 'HE_03',
    message: 'Mandate Validation Failed',
    extra: ['reason'],
  },
  /** A payment names an account of its own. */
  routed_account_not_found: {
    status: 400,
    code: 'IR_16',
    message:
      "connector with name '{connector}' and merchant connector account id '{account}' not found for the given profile",
  },
  connector_account_disabled: {
    status: 400,
    code: 'HE_03',
    message: 'The selected merchant connector account is disabled',
  },
  /** The blocklist or the profile blocks the payment method: the payment has failed, and the response has status 200. */
  payment_blocked: { status: 200, code: 'HE_03', message: '{message}', extra: ['reason'] },
  /** The authorization cannot be sent, for example a zero amount, which only verifies a card. */
  authorization_failed: {
    status: 400,
    code: 'CE_01',
    message: 'Payment failed during authorization with connector. Retry payment',
  },
  /** Apple did not answer about domains, or the account changed meanwhile: nothing was stored. */
  verification_failed: {
    status: 400,
    code: 'CE_07',
    message: 'Verification failed while processing with connector. Retry operation',
  },
  webhook_refused: { status: 401, code: 'WE_01', message: 'Webhook authentication failed' },
  webhook_unreadable: { status: 400, code: 'WE_02', message: 'Bad request body received' },
  /** The deadline passed before the command began; the command can no longer run. Sent with Retry-After. */
  not_begun_in_time: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** Neither the command nor its check received a reply: read the object once its owner is back. */
  no_reply: {
    status: 503,
    code: 'HE_00',
    message: 'Something went wrong',
    extra: ['payment_id', 'refund_id', 'mandate_id', 'relay_id', 'payout_id', 'authentication_id', 'dispute_id'],
  },
  /** The service's copy of the account settings is older than the command: retry at once. */
  settings_outdated: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** Redis is unavailable and a CVC may be stored nowhere else: nothing began, retry. */
  cvc_store_unavailable: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** The maximum number of pending replies is reached: nothing was sent. */
  overloaded: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** The database did not answer before the service sent anything. */
  database_away: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /**
   * The gateway could not store the response under the Idempotency-Key and does not return it: a retry under the same
   * key returns it.
   */
  response_not_stored: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** Only workers can open this webhook secret: nothing was stored. */
  webhook_secret_sealed: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** The list of refused webhooks is in Redis, which is unavailable. */
  refused_webhooks_away: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** The store of the encrypted cards is in Redis, which is unavailable. */
  extended_card_info_away: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** The scores of dynamic routing are in Redis, which is unavailable. */
  routing_scores_away: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  /** The file storage did not answer: nothing was stored, or the file is there and cannot be read now. */
  file_storage_away: { status: 503, code: 'HE_00', message: 'Something went wrong' },
  internal: { status: 500, code: 'HE_00', message: 'Something went wrong' },
} as const satisfies Record<string, WireError>;

export type RefusalCode = keyof typeof refusals;

/**
 * A business refusal: a value, never thrown by a decision. Services identify it by its code. Besides what fills the text,
 * details may name the field's `path`, a `plain` text for lists where the text quotes the request, the `nearest` route, the
 * `differing` fields of a repeated request, and the accounts that routing has `left_out`.
 */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, string>>;
  /** What else is wrong with the same request: checks collect it after the first refusal. */
  readonly others?: readonly Refusal[];
}

export const refuse = (code: RefusalCode, details: Readonly<Record<string, string>> = {}): Refusal => ({
  kind: 'refused',
  code,
  details,
});

/** Whether a service or a decision returned a refusal instead of its result. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused';
