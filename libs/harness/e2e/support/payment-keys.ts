/** Every key of the payment object in the order of the interface, in answers and webhooks. */
export const paymentKeys = [
  ...['payment_id', 'merchant_id', 'status', 'amount', 'net_amount', 'shipping_cost', 'amount_capturable'],
  ...['amount_received', 'processor_merchant_id', 'initiator', 'sdk_authorization', 'connector', 'state_metadata'],
  ...['client_secret', 'created', 'modified_at', 'connector_customer_id', 'currency', 'customer_id', 'customer'],
  ...['description', 'refunds', 'disputes', 'mandate_id', 'mandate_data', 'setup_future_usage', 'off_session'],
  ...['capture_on', 'capture_method', 'payment_method', 'payment_method_data', 'payment_token', 'shipping', 'billing'],
  ...['order_details', 'email', 'name', 'phone', 'return_url', 'authentication_type', 'statement_descriptor_name'],
  ...['statement_descriptor_suffix', 'next_action', 'cancellation_reason', 'error_code', 'error_message'],
  ...['unified_code', 'unified_message', 'error_details', 'payment_experience', 'payment_method_type'],
  ...['connector_label', 'business_country', 'business_label', 'business_sub_label', 'allowed_payment_method_types'],
  ...['manual_retry_allowed', 'connector_transaction_id', 'frm_message', 'metadata', 'connector_metadata'],
  ...['connector_response_metadata', 'feature_metadata', 'reference_id', 'payment_link', 'profile_id'],
  ...['surcharge_details', 'attempt_count', 'merchant_decision', 'merchant_connector_id'],
  ...['incremental_authorization_allowed', 'authorization_count', 'incremental_authorizations'],
  ...['external_authentication_details', 'external_3ds_authentication_attempted', 'expires_on', 'fingerprint'],
  ...['browser_info', 'payment_channel', 'payment_method_id', 'network_transaction_id', 'network_transaction_link_id'],
  ...['payment_method_status', 'updated', 'split_payments', 'frm_metadata', 'extended_authorization_applied'],
  ...['extended_authorization_last_applied_at', 'request_extended_authorization', 'capture_before'],
  ...['merchant_order_reference_id', 'order_tax_amount', 'connector_mandate_id', 'card_discovery'],
  ...['force_3ds_challenge', 'force_3ds_challenge_trigger', 'issuer_error_code', 'issuer_error_message'],
  ...['is_iframe_redirection_enabled', 'whole_connector_response', 'enable_partial_authorization'],
  ...['enable_overcapture', 'is_overcapture_enabled', 'network_details', 'is_stored_credential', 'mit_category'],
  ...['billing_descriptor', 'tokenization', 'partner_merchant_identifier_details'],
  ...['payment_method_tokenization_details', 'installment_options', 'installment_data', 'sender_payment_instrument_id'],
  // Only in the first published interface; the reference no longer has this key.
  'ephemeral_key',
];

/** The keys with `attempts` and `captures` when they are expanded. */
export const paymentKeysWith = (...expanded: readonly ('attempts' | 'captures')[]): string[] =>
  paymentKeys.flatMap((key) => (key === 'disputes' ? [key, ...expanded] : [key]));

export const attemptKeys = [
  ...['attempt_id', 'status', 'amount', 'order_tax_amount', 'currency', 'connector', 'error_message'],
  ...['payment_method', 'connector_transaction_id', 'capture_method', 'authentication_type', 'created_at'],
  ...['modified_at', 'cancellation_reason', 'mandate_id', 'error_code', 'payment_token', 'connector_metadata'],
  ...['payment_experience', 'payment_method_type', 'reference_id', 'unified_code', 'unified_message'],
  ...['client_source', 'client_version', 'error_details'],
];

export const captureKeys = [
  ...['capture_id', 'status', 'amount', 'currency', 'connector', 'authorized_attempt_id', 'connector_capture_id'],
  ...['capture_sequence', 'error_message', 'error_code', 'error_reason', 'reference_id'],
];

/** A payment before its first request to a processor, key by key: null where the request sets no value. */
export const blankPayment: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(paymentKeys.map((key) => [key, null])),
  attempt_count: 1,
  force_3ds_challenge_trigger: false,
};
