/** Example bodies: of what is refused by name, and of what passes since it asks for nothing, or for nothing that applies. */
export interface Refused {
  /** When its value would act. */
  readonly when: string;
  readonly example: unknown;
  /** Other fields of the same body that the example needs. */
  readonly with?: object;
  /** Whole bodies, laid over the same base, that pass. */
  readonly passes?: readonly object[];
}

/**
 * What becomes of every property of one request.
 * acts: changes what is done. shown: stored, and shown again, without changing what is done. ignored: with its reason, the
 * interface's own or ours. refused: 501 IR_00 by name where its value would act; elsewhere it is stored and shown, if at all.
 */
export interface FieldFates {
  readonly acts: string;
  readonly shown?: string;
  readonly ignored?: Readonly<Record<string, string>>;
  readonly refused?: Readonly<Record<string, Refused>>;
}

const inlineCredentials: Refused = {
  when: 'always: credentials of an account stand in its settings, and in no other request',
  example: { creds_identifier: 'own' },
  passes: [{ merchant_connector_details: null }],
};

const wireReads = 'the interface has it for its own dashboard; no payment and no answer reads it';
const notRaw =
  'the interface asks for the raw answer to this call by it; ours shows the one to the authorization, where that request asked';
const processorsHint =
  'a hint to processors that moves no money; no connector here has a place for it, and no answer shows it';
const keptAlone = 'stored with the row; no payment and no answer of the interface shows it';
const levelThree =
  'level 2 and 3 data for reports of processors; no connector here takes them, and no answer shows them';

const payment: FieldFates = {
  acts: [
    'amount order_tax_amount currency amount_to_capture shipping_cost payment_id merchant_id routing connector capture_method',
    'authentication_type billing confirm customer customer_id email name phone phone_country_code off_session description',
    'return_url setup_future_usage payment_method_data payment_method payment_token shipping',
    'statement_descriptor_name statement_descriptor_suffix client_secret customer_acceptance mandate_data mandate_id',
    'browser_info payment_method_type business_country business_label metadata profile_id surcharge_details',
    'request_incremental_authorization session_expiry request_extended_authorization skip_external_tax_calculation',
    'is_iframe_redirection_enabled is_stored_credential enable_overcapture recurring_details all_keys_required',
  ].join(' '),
  shown: [
    'order_details payment_experience business_sub_label allowed_payment_method_types connector_metadata feature_metadata',
    'frm_metadata merchant_order_reference_id force_3ds_challenge payment_channel enable_partial_authorization mit_category',
    'billing_descriptor tokenization partner_merchant_identifier_details installment_options',
  ].join(' '),
  ignored: {
    card_cvc: 'checked and not kept: a card is charged with the CVC that it came with, a stored one without',
    capture_on: 'the interface reads it beside `capture_method: scheduled` alone, which is refused with 501 IR_00',
    retry_action: 'whether a failed payment may be confirmed again is the profile’s to say (`is_manual_retry_enabled`)',
    payment_link_config: 'of a payment link, which is refused',
    payment_link_config_id: 'of a payment link, which is refused',
    payment_type: 'what a payment is follows from its other fields, as in the interface',
    psd2_sca_exemption_type: processorsHint,
    threeds_method_comp_ind: 'of an authentication before the payment, which is refused',
    tax_status: levelThree,
    discount_amount: levelThree,
    shipping_amount_tax: levelThree,
    duty_amount: levelThree,
    order_date: levelThree,
    profile_acquirer_id: 'of an authentication before the payment, which is refused',
  },
  refused: {
    split_payments: {
      when: 'the payment is confirmed, and an account of the processor that is to split it is chosen',
      example: {
        stripe_split_payment: { charge_type: 'direct', application_fees: 10, transfer_account_id: 'acct_1' },
      },
      passes: [{ split_payments: null }, { split_payments: { adyen_split_payment: { store: 's', split_items: [] } } }],
    },
    payment_link: {
      when: 'true, at a creation',
      example: true,
      with: { confirm: false, return_url: 'https://acme.example/done' },
      passes: [{ payment_link: false }, { payment_link: null }],
    },
    request_external_three_ds_authentication: {
      when: 'true, and a card is confirmed with `authentication_type: three_ds`',
      example: true,
      with: { authentication_type: 'three_ds' },
      passes: [
        { request_external_three_ds_authentication: false, authentication_type: 'three_ds' },
        { request_external_three_ds_authentication: null },
        { request_external_three_ds_authentication: true, authentication_type: 'no_three_ds' },
      ],
    },
    installment_data: {
      when: 'the payment is confirmed with a plan',
      example: { number_of_installments: 3, billing_frequency: 'month' },
      passes: [{ confirm: false, installment_data: { number_of_installments: 3, billing_frequency: 'month' } }],
    },
    external_surcharge_strategy: {
      when: '`apply`, and the payment is confirmed',
      example: 'apply',
      passes: [{ external_surcharge_strategy: 'waive' }, { external_surcharge_strategy: null }],
    },
    merchant_connector_details: inlineCredentials,
    three_ds_data: {
      when: 'always: nothing is authenticated elsewhere',
      example: {
        ds_trans_id: 'd61b9ab0-9f6e-4b4b-8f5c-0d7c5bd8a5f4',
        version: '2.2.0',
        eci: '05',
        transaction_status: 'Y',
      },
      passes: [{ three_ds_data: null }],
    },
    ctp_service_details: {
      when: 'always: no service of Click to Pay is asked',
      example: { merchant_transaction_id: 'm', correlation_id: 'c', x_src_flow_id: 'x', provider: 'visa' },
      passes: [{ ctp_service_details: null }],
    },
  },
};

const profile: FieldFates = {
  acts: [
    'profile_name return_url enable_payment_response_hash payment_response_hash_key redirect_to_merchant_with_http_post',
    'webhook_details session_expiry use_billing_as_payment_method_billing outgoing_webhook_custom_http_headers',
    'tax_connector_id is_tax_connector_enabled is_auto_retries_enabled max_auto_retries_enabled',
    'is_iframe_redirection_enabled is_manual_retry_enabled',
    'always_collect_shipping_details_from_wallet_connector always_collect_billing_details_from_wallet_connector',
    'card_testing_guard_config',
  ].join(' '),
  shown: [
    'collect_shipping_details_from_wallet_connector collect_billing_details_from_wallet_connector force_3ds_challenge',
    'merchant_country_code merchant_category_code metadata intent_fulfillment_time frm_routing_algorithm payout_routing_algorithm applepay_verified_domains',
    'payment_link_config authentication_connector_details is_connector_agnostic_mit_enabled payout_link_config',
    'is_network_tokenization_enabled always_request_extended_authorization is_click_to_pay_enabled',
    'authentication_product_ids is_clear_pan_retries_enabled is_debit_routing_enabled merchant_business_country',
    'is_pre_network_tokenization_enabled dispute_polling_interval always_enable_overcapture is_external_vault_enabled',
    'external_vault_connector_details billing_processor_id is_l2_l3_enabled network_tokenization_credentials',
  ].join(' '),
  ignored: { routing_algorithm: 'checked and not kept, as in the interface: algorithms have routes of their own' },
  refused: {
    surcharge_connector_details: {
      when: 'always: no connector is asked for surcharges, and a payment would be charged without',
      example: { surcharge_connector_id: 'mca_1' },
      passes: [{ surcharge_connector_details: null }],
    },
    payment_method_blocking: {
      when: 'always: nothing is blocked by it, and a payment that the merchant forbids would be charged',
      example: { card: { card_types: ['credit'] } },
      passes: [{ payment_method_blocking: null }],
    },
  },
};

const account: FieldFates = {
  acts: [
    'merchant_id return_url webhook_details enable_payment_response_hash payment_response_hash_key',
    'redirect_to_merchant_with_http_post primary_business_details',
  ].join(' '),
  shown: [
    'payout_routing_algorithm frm_routing_algorithm merchant_name merchant_details metadata locker_id sub_merchants_enabled parent_merchant_id pm_collect_link_config',
    'network_tokenization_credentials',
  ].join(' '),
  ignored: { publishable_key: 'made by the service, as in the interface' },
};

const connectorAccount: FieldFates = {
  acts: [
    'connector_type connector_label connector_account_details payment_methods_enabled connector_webhook_details metadata',
    'disabled status connector_wallets_details',
  ].join(' '),
  shown: 'test_mode frm_configs pm_auth_config additional_merchant_data',
};

const gsmKey = 'connector flow sub_flow code message';
const gsm: FieldFates = {
  acts: `${gsmKey} unified_code unified_message error_category standardised_code description user_guidance_message`,
  shown: 'status router_error decision step_up_possible clear_pan_possible feature feature_data',
};
const all = (acts: string): FieldFates => ({ acts });
const acquirer = all(
  'acquirer_assigned_merchant_id merchant_name network acquirer_bin acquirer_ica acquirer_fraud_rate acquirer_country_code is_default',
);
const withMore = ({ acts, ...rest }: FieldFates, more: string): FieldFates => ({ ...rest, acts: `${acts} ${more}` });
const withShown = ({ shown = '', ...rest }: FieldFates, more: string): FieldFates => ({
  ...rest,
  shown: `${shown} ${more}`.trim(),
});

const cardInfo: FieldFates = {
  acts: 'card_iin card_issuer card_network card_type card_issuing_country',
  shown: 'card_subtype',
  ignored: {
    bank_code_id: keptAlone,
    bank_code: keptAlone,
    country_code: keptAlone,
    last_updated_provider: keptAlone,
  },
};

/** Every request that is served, by the class that reads it. The test beside it knows the classes; a new property fails there. */
export const fieldFates: Readonly<Record<string, FieldFates>> = {
  PaymentsCreateRequest: payment,
  PaymentsUpdateRequest: payment,
  PaymentsConfirmRequest: payment,
  PaymentsCaptureRequest: {
    acts: 'merchant_id amount_to_capture',
    ignored: {
      refund_uncaptured_amount: 'what is not captured the processor releases by itself; the interface reads it nowhere',
      statement_descriptor_suffix: 'the statement names what the payment was authorized with',
      statement_descriptor_prefix: 'the statement names what the payment was authorized with',
      all_keys_required: notRaw,
    },
    refused: { merchant_connector_details: inlineCredentials },
  },
  PaymentsCancelRequest: {
    acts: 'cancellation_reason',
    ignored: { all_keys_required: notRaw },
    refused: { merchant_connector_details: inlineCredentials },
  },
  PaymentsCancelPostCaptureRequest: all('cancellation_reason'),
  PaymentsCompleteAuthorizeRequest: {
    acts: 'shipping client_secret',
    ignored: { threeds_method_comp_ind: 'of an authentication before the payment, which is refused' },
  },
  PaymentsDynamicTaxCalculationRequest: {
    acts: 'shipping client_secret',
    ignored: {
      payment_method_type: 'no tax processor is asked: the tax is the one that the merchant named',
      session_id: 'of a session of PayPal’s, which no connector here has',
    },
  },
  PaymentsIncrementalAuthorizationRequest: all('amount reason'),
  PaymentsUpdateMetadataRequest: { acts: 'metadata', shown: 'feature_metadata' },
  PaymentSyncRequest: {
    acts: 'payment_id merchant_id force_sync client_secret expand_captures expand_attempts',
    ignored: { all_keys_required: notRaw },
    refused: { merchant_connector_details: inlineCredentials },
  },
  PaymentsRetrieveQuery: {
    acts: 'force_sync client_secret expand_attempts expand_captures',
    ignored: { merchant_id: 'the key says whose payment it is', all_keys_required: notRaw },
  },
  PaymentsSessionRequest: {
    acts: 'payment_id client_secret wallets',
    refused: { merchant_connector_details: inlineCredentials },
  },
  PaymentListQuery: all(
    'customer_id starting_after ending_before limit created created_lt created_gt created_lte created_gte created.lt created.gt created.lte created.gte',
  ),
  PaymentListFilterConstraints: all(
    'start_time end_time payment_id profile_id customer_id limit offset amount_filter time_range connector currency status payment_method payment_method_type authentication_type merchant_connector_id order card_network merchant_order_reference_id card_discovery customer_email',
  ),
  PaymentsAggregateQuery: all('start_time end_time'),
  TimeRange: all('start_time end_time'),
  RefundRequest: {
    acts: 'payment_id refund_id merchant_id amount refund_type',
    shown: 'reason metadata',
    ignored: { all_keys_required: notRaw },
    refused: {
      merchant_connector_details: inlineCredentials,
      split_refunds: {
        when: 'always: nothing is split, so no part of a split is refunded',
        example: { stripe_split_refund: { revert_platform_fee: true } },
        passes: [{ split_refunds: null }],
      },
    },
  },
  RefundUpdateRequest: { acts: '', shown: 'reason metadata' },
  RefundSyncRequest: {
    acts: 'refund_id force_sync',
    ignored: { all_keys_required: notRaw },
    refused: { merchant_connector_details: inlineCredentials },
  },
  RefundRetrieveQuery: all('force_sync'),
  RefundManualUpdateRequest: all('refund_id merchant_id status error_code error_message'),
  RefundListRequest: all(
    'start_time end_time payment_id refund_id profile_id limit offset amount_filter connector merchant_connector_id currency refund_status',
  ),
  RefundAggregateQuery: all('start_time end_time'),
  MerchantAccountCreate: withShown(withMore(account, 'organization_id'), 'product_type merchant_account_type'),
  MerchantAccountUpdate: withMore(account, 'default_profile'),
  MerchantAccountListQuery: all('organization_id'),
  ToggleKVRequest: { acts: '', shown: 'kv_enabled' },
  ToggleRequest: { acts: '', ignored: { enabled: wireReads } },
  OrganizationCreateRequest: { acts: 'organization_name', shown: 'organization_details metadata' },
  OrganizationUpdateRequest: { acts: 'organization_name', shown: 'organization_details metadata platform_merchant_id' },
  CreateApiKeyRequest: { acts: 'expiration', shown: 'name description' },
  UpdateApiKeyRequest: { acts: 'expiration', shown: 'name description' },
  ApiKeyListQuery: all('limit skip'),
  ConfigCreateRequest: all('key value'),
  ConfigUpdateRequest: all('value'),
  ProfileCreate: profile,
  ProfileAcquirerCreate: withMore(acquirer, 'profile_id'),
  ProfileAcquirerUpdate: acquirer,
  MerchantConnectorCreate: withShown(
    withMore(connectorAccount, 'connector_name profile_id merchant_connector_id'),
    'business_country business_label business_sub_label',
  ),
  MerchantConnectorUpdate: connectorAccount,
  GsmCreateRequest: gsm,
  GsmUpdateRequest: gsm,
  GsmRetrieveRequest: all(gsmKey),
  GsmDeleteRequest: all(gsmKey),
  CardInfoCreateRequest: cardInfo,
  CardInfoUpdateRequest: cardInfo,
  CardInfoQuery: all('client_secret'),
  FeatureMatrixQuery: all('connectors'),
};
