import type { FieldRules } from './field-rule';

const processorsHint =
  'a hint to processors that moves no money; no connector here has a place for it, and no answer shows it';
const levelThree =
  'level 2 and 3 data for reports of processors; no connector here has a place for it, and no answer shows it';

/** The fields of the three requests that describe a payment. */
export const payment: FieldRules = {
  acts: [
    'amount order_tax_amount currency amount_to_capture shipping_cost payment_id merchant_id routing connector capture_method',
    'authentication_type billing confirm customer customer_id email name phone phone_country_code off_session description',
    'return_url setup_future_usage payment_method_data payment_method payment_token card_cvc shipping',
    'statement_descriptor_name statement_descriptor_suffix client_secret customer_acceptance mandate_data mandate_id',
    'browser_info payment_method_type business_country business_label metadata profile_id surcharge_details',
    'request_incremental_authorization session_expiry request_extended_authorization skip_external_tax_calculation',
    'order_details merchant_order_reference_id discount_amount mit_category billing_descriptor',
    'allowed_payment_method_types is_iframe_redirection_enabled is_stored_credential enable_overcapture recurring_details all_keys_required',
    'enable_partial_authorization merchant_connector_details force_3ds_challenge three_ds_data',
    'payment_link payment_link_config payment_link_config_id installment_options installment_data',
  ].join(' '),
  shown: [
    'payment_experience business_sub_label connector_metadata feature_metadata',
    'frm_metadata payment_channel tokenization partner_merchant_identifier_details',
  ].join(' '),
  ignored: {
    capture_on: 'the interface reads it beside `capture_method: scheduled` alone, which is refused with 501 IR_00',
    retry_action: 'the profile decides whether a failed payment may be confirmed again (`is_manual_retry_enabled`)',
    payment_type: 'what a payment is follows from its other fields, as in the interface',
    psd2_sca_exemption_type: processorsHint,
    threeds_method_comp_ind: 'the authentication before the payment has a request of its own, `3ds/authentication`',
    tax_status: levelThree,
    shipping_amount_tax: levelThree,
    duty_amount: levelThree,
    order_date: levelThree,
    profile_acquirer_id: 'the account of the 3DS server names the acquirer in its metadata',
  },
  refused: {
    split_payments: {
      when: 'the payment is confirmed, and no account can split it so: only Stripe’s form, at accounts of Stripe',
      example: {
        stripe_split_payment: { charge_type: 'direct', application_fees: 10, transfer_account_id: 'acct_1' },
      },
      passes: [{ split_payments: null }],
    },
    request_external_three_ds_authentication: {
      when: 'true, and an absent customer’s card (`off_session`), a saved one or an amount of zero is confirmed with `authentication_type: three_ds`',
      example: true,
      with: { authentication_type: 'three_ds', off_session: true },
      passes: [
        { request_external_three_ds_authentication: false, authentication_type: 'three_ds' },
        { request_external_three_ds_authentication: null },
        { request_external_three_ds_authentication: true, authentication_type: 'no_three_ds' },
      ],
    },
    external_surcharge_strategy: {
      when: '`apply`, and the payment is confirmed',
      example: 'apply',
      passes: [{ external_surcharge_strategy: 'waive' }, { external_surcharge_strategy: null }],
    },
    ctp_service_details: {
      when: 'always: no Click to Pay service is called',
      example: { merchant_transaction_id: 'm', correlation_id: 'c', x_src_flow_id: 'x', provider: 'visa' },
      passes: [{ ctp_service_details: null }],
    },
  },
};
