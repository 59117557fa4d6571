import type { FieldRules } from './field-rule';
import { payment } from './payment-field-rules';
import { payoutRules } from './payout-field-rules';
import { cardTokenization, collectLink, migratedPaymentMethod, paymentMethod } from './payment-method-field-rules';

export type { FieldRules, Refused } from './field-rule';

const notRaw =
  'the interface shows the raw answer to a refund by it (`raw_connector_response`, null here); nothing else';
const onlyStored = 'stored with the row; no payment and no answer of the interface shows it';

const profile: FieldRules = {
  acts: [
    'profile_name return_url enable_payment_response_hash payment_response_hash_key redirect_to_merchant_with_http_post',
    'webhook_details session_expiry use_billing_as_payment_method_billing outgoing_webhook_custom_http_headers',
    'tax_connector_id is_tax_connector_enabled is_auto_retries_enabled max_auto_retries_enabled',
    'is_iframe_redirection_enabled is_manual_retry_enabled is_connector_agnostic_mit_enabled',
    'always_collect_shipping_details_from_wallet_connector always_collect_billing_details_from_wallet_connector',
    'collect_shipping_details_from_wallet_connector collect_billing_details_from_wallet_connector',
    'card_testing_guard_config payment_method_blocking intent_fulfillment_time',
    'extended_card_info_config always_enable_overcapture is_l2_l3_enabled payment_link_config payout_link_config',
    'authentication_connector_details force_3ds_challenge dispute_polling_interval',
    'is_network_tokenization_enabled is_clear_pan_retries_enabled',
  ].join(' '),
  shown: [
    'merchant_country_code merchant_category_code metadata frm_routing_algorithm payout_routing_algorithm applepay_verified_domains',
    'always_request_extended_authorization is_click_to_pay_enabled',
    'authentication_product_ids is_debit_routing_enabled merchant_business_country',
    'is_pre_network_tokenization_enabled is_external_vault_enabled',
    'external_vault_connector_details billing_processor_id network_tokenization_credentials',
  ].join(' '),
  ignored: { routing_algorithm: 'checked and not stored, as in the interface: algorithms have routes of their own' },
  refused: {
    surcharge_connector_details: {
      when: 'always: no connector calculates surcharges, and a payment would be charged without',
      example: { surcharge_connector_id: 'mca_1' },
      passes: [{ surcharge_connector_details: null }],
    },
  },
};

const account: FieldRules = {
  acts: [
    'merchant_id return_url webhook_details enable_payment_response_hash payment_response_hash_key',
    'redirect_to_merchant_with_http_post primary_business_details pm_collect_link_config',
  ].join(' '),
  shown: [
    'payout_routing_algorithm frm_routing_algorithm merchant_name merchant_details metadata locker_id sub_merchants_enabled parent_merchant_id',
    'network_tokenization_credentials',
  ].join(' '),
  ignored: { publishable_key: 'made by the service, as in the interface' },
};

const connectorAccount: FieldRules = {
  acts: [
    'connector_type connector_label connector_account_details payment_methods_enabled connector_webhook_details metadata',
    'disabled status connector_wallets_details',
  ].join(' '),
  shown: 'test_mode frm_configs pm_auth_config additional_merchant_data',
};

const gsmKey = 'connector flow sub_flow code message';
const gsm: FieldRules = {
  acts: [
    `${gsmKey} unified_code unified_message error_category standardised_code description user_guidance_message`,
    'decision step_up_possible clear_pan_possible feature_data',
  ].join(' '),
  shown: 'status router_error feature',
};
const all = (acts: string): FieldRules => ({ acts });
const acquirer = all(
  'acquirer_assigned_merchant_id merchant_name network acquirer_bin acquirer_ica acquirer_fraud_rate acquirer_country_code is_default',
);
const withMore = ({ acts, ...rest }: FieldRules, more: string): FieldRules => ({ ...rest, acts: `${acts} ${more}` });
const withShown = ({ shown = '', ...rest }: FieldRules, more: string): FieldRules => ({
  ...rest,
  shown: `${shown} ${more}`.trim(),
});

const cardInfo: FieldRules = {
  acts: 'card_iin card_issuer card_network card_type card_subtype card_issuing_country country_code',
  ignored: {
    bank_code_id: onlyStored,
    bank_code: onlyStored,
    last_updated_provider: onlyStored,
  },
};

const guardsRead =
  'the guards know a payment by its card, its customer and the address of the request, as a confirmation does';
const eligibility: FieldRules = {
  acts: 'client_secret payment_method_type payment_method_data payment_token',
  ignored: { payment_method_subtype: guardsRead, browser_info: guardsRead },
};
/** The surcharge of a payment method may differ by its type; the guards read no type. */
const eligibilityWithSurcharge: FieldRules = {
  acts: 'client_secret payment_method_type payment_method_subtype payment_method_data payment_token',
  ignored: { browser_info: guardsRead },
};
/** Payments fill the details of their customer from these. */
const customerFields = 'name email phone phone_country_code';
const customerShown = 'description address metadata tax_registration_id document_details';

/** Every served request, by the class that reads it. The spec next to this file fails for a new property. */
export const fieldRules: Readonly<Record<string, FieldRules>> = {
  PaymentsCreateRequest: payment,
  PaymentsUpdateRequest: payment,
  PaymentsConfirmRequest: payment,
  PaymentsCaptureRequest: {
    acts: 'merchant_id amount_to_capture all_keys_required merchant_connector_details',
    ignored: {
      refund_uncaptured_amount: 'what is not captured the processor releases by itself; the interface reads it nowhere',
      statement_descriptor_suffix: 'the statement names what the payment was authorized with',
      statement_descriptor_prefix: 'the statement names what the payment was authorized with',
    },
  },
  PaymentsCancelRequest: all('cancellation_reason all_keys_required merchant_connector_details'),
  PaymentsCancelPostCaptureRequest: all('cancellation_reason'),
  PaymentsCompleteAuthorizeRequest: {
    acts: 'shipping client_secret',
    ignored: {
      threeds_method_comp_ind: 'the authentication before the payment has a request of its own, `3ds/authentication`',
    },
  },
  PaymentsExternalAuthenticationRequest: {
    acts: 'client_secret device_channel threeds_method_comp_ind',
    ignored: { sdk_information: 'of apps (`device_channel: APP`), whose authentication is refused with 501 IR_00' },
  },
  PaymentsDynamicTaxCalculationRequest: {
    acts: 'shipping client_secret',
    ignored: {
      payment_method_type: 'no tax processor is called: the merchant names the tax',
      session_id: 'no tax processor is called, so an order of PayPal’s is not updated: a changed sum gets another one',
    },
  },
  PaymentsIncrementalAuthorizationRequest: all('amount reason'),
  PaymentsUpdateMetadataRequest: { acts: 'metadata', shown: 'feature_metadata' },
  PaymentSyncRequest: all(
    'payment_id merchant_id force_sync client_secret expand_captures expand_attempts all_keys_required merchant_connector_details',
  ),
  PaymentsRetrieveQuery: {
    acts: 'force_sync client_secret expand_attempts expand_captures all_keys_required',
    ignored: { merchant_id: 'the API key identifies the merchant' },
  },
  PaymentsEligibilityRequest: eligibilityWithSurcharge,
  PaymentsEligibilityCheckRequest: eligibility,
  PaymentsPostSessionTokensRequest: all('client_secret payment_method payment_method_type'),
  PaymentsSessionRequest: {
    acts: 'payment_id client_secret wallets',
    refused: {
      merchant_connector_details: {
        when: 'always: only the merchant’s server has credentials, and it makes no sessions',
        example: { creds_identifier: 'own' },
        passes: [{ merchant_connector_details: null }],
      },
    },
  },
  PaymentListQuery: all(
    'customer_id starting_after ending_before limit created created_lt created_gt created_lte created_gte created.lt created.gt created.lte created.gte',
  ),
  PaymentListFilterConstraints: all(
    'start_time end_time payment_id profile_id customer_id limit offset amount_filter time_range connector currency status payment_method payment_method_type authentication_type merchant_connector_id order card_network merchant_order_reference_id card_discovery customer_email',
  ),
  PaymentLinkQuery: all('client_secret'),
  PaymentLinkListConstraints: all(
    'limit offset created created_lt created_gt created_lte created_gte created.lt created.gt created.lte created.gte',
  ),
  PaymentsAggregateQuery: all('start_time end_time'),
  TimeRange: all('start_time end_time'),
  PaymentMethodCreate: paymentMethod,
  PaymentMethodUpdate: all('card wallet client_secret'),
  PaymentMethodCollectLinkRequest: collectLink,
  PaymentMethodMigrate: migratedPaymentMethod,
  CardNetworkTokenizeRequest: cardTokenization,
  SdkConfigQuery: all('client_secret'),
  PaymentMethodListQuery: all(
    'client_secret accepted_countries accepted_currencies amount recurring_enabled installment_payment_enabled limit card_networks',
  ),
  CustomerPaymentMethodsQuery: {
    acts: 'client_secret limit',
    ignored: Object.fromEntries(
      [
        'accepted_countries',
        'accepted_currencies',
        'amount',
        'recurring_enabled',
        'installment_payment_enabled',
        'card_networks',
      ].map((name) => [name, 'a customer’s own payment methods are listed whole, as in the interface']),
    ),
  },
  RefundRequest: {
    acts: 'payment_id refund_id merchant_id amount refund_type merchant_connector_details',
    shown: 'reason metadata',
    ignored: { all_keys_required: notRaw },
    refused: {
      split_refunds: {
        when: 'the payment was not split: no part of a split is refunded',
        example: { stripe_split_refund: { revert_platform_fee: true } },
        passes: [{ split_refunds: null }],
      },
    },
  },
  RefundUpdateRequest: { acts: '', shown: 'reason metadata' },
  RefundSyncRequest: {
    acts: 'refund_id force_sync merchant_connector_details',
    ignored: { all_keys_required: notRaw },
  },
  RefundRetrieveQuery: all('force_sync'),
  ConnectorVerifyRequest: all('connector_name connector_account_details'),
  ApplepayMerchantVerificationRequest: all('domain_names merchant_connector_account_id'),
  ApplepayVerifiedDomainsQuery: all('merchant_id merchant_connector_account_id'),
  StuckListQuery: all('min_age_seconds limit offset'),
  IncidentListQuery: all('all limit offset'),
  ResolveIncidentRequest: all('resolved_by reason'),
  PaymentTraceQuery: all('merchant_id'),
  ReconciliationAccountListQuery: all('connector cursor limit'),
  ReconciliationListQuery: all('connector limit offset'),
  ProcessorRecordsRequest: all('merchant_id merchant_connector_id kind connected_account from till cursor'),
  OwnRecordsRequest: all('merchant_id merchant_connector_id kind from till cursor references our_ids'),
  ReconciliationSyncRequest: all('merchant_id kind id'),
  ReconciliationRequest: all(
    'run_id connector merchant_id merchant_connector_id source kinds from till by counts findings is_last',
  ),
  ForexConversionQuery: all('amount to_currency from_currency'),
  AuthenticationCreateRequest: {
    acts: 'authentication_id profile_id amount authentication_connector currency return_url force_3ds_challenge customer_details',
    refused: {
      psd2_sca_exemption_type: {
        when: 'always: no 3DS server here gets an exemption',
        example: 'low_value',
        passes: [{ psd2_sca_exemption_type: null }],
      },
      profile_acquirer_id: {
        when: 'always: the account at the 3DS server names the acquirer',
        example: 'pro_acq_1',
        passes: [{ profile_acquirer_id: null }],
      },
      acquirer_details: {
        when: 'always: the account at the 3DS server names the acquirer',
        example: { acquirer_bin: '400000' },
        passes: [{ acquirer_details: null }],
      },
    },
  },
  AuthenticationEligibilityRequest: {
    acts: 'payment_method_data payment_method client_secret profile_id billing browser_information email',
    shown: 'shipping',
    ignored: { payment_method_type: 'a 3DS server knows the type of a card; another type than of cards is refused' },
  },
  AuthenticationAuthenticateRequest: {
    acts: 'client_secret device_channel threeds_method_comp_ind',
    ignored: { sdk_information: 'of apps (`device_channel: APP`), whose authentication is refused with 501 IR_00' },
  },
  AuthenticationSyncRequest: {
    acts: 'client_secret',
    refused: {
      payment_method_details: {
        when: 'always: it is the data of Click to Pay',
        example: { payment_method_type: 'ctp', payment_method_data: { provider: 'visa' } },
        passes: [{ payment_method_details: null }],
      },
    },
  },
  RelayRequest: all('connector_resource_id connector_id type data'),
  RelayRetrieveQuery: all('force_sync'),
  RoutingConfigRequest: { acts: 'algorithm profile_id transaction_type', shown: 'name description' },
  OpenRouterDecideGatewayRequest: all('paymentInfo merchantId eligibleGatewayList rankingAlgorithm eliminationEnabled'),
  UpdateScorePayload: all('merchantId gateway status paymentId'),
  RoutingEvaluateRequest: all('created_by payment_id parameters fallback_output'),
  RoutingListQuery: all('limit offset profile_id transaction_type'),
  RoutingActiveQuery: all('profile_id transaction_type'),
  RuleMigrationQuery: all('merchant_id profile_id limit offset'),
  PayoutRoutingListQuery: all('limit offset profile_id'),
  PayoutRoutingActiveQuery: all('profile_id'),
  DecisionManagerRequest: { acts: 'algorithm program', shown: 'name' },
  SurchargeDecisionConfigRequest: { acts: 'algorithm merchant_surcharge_configs', shown: 'name' },
  SuccessBasedRoutingConfig: {
    acts: 'params config',
    ignored: { decision_engine_configs: 'checked and not stored: no other engine decides' },
  },
  EliminationRoutingConfig: {
    acts: 'params elimination_analyser_config',
    ignored: { decision_engine_configs: 'checked and not stored: no other engine decides' },
  },
  ContractBasedRoutingConfig: all('config label_info'),
  DynamicRoutingToggleQuery: all('enable'),
  VolumeSplitQuery: all('split'),
  ThreeDsDecisionRuleExecuteRequest: all('routing_id payment payment_method customer_device issuer acquirer'),
  PaymentsManualUpdateRequest: all(
    'merchant_id attempt_id attempt_status error_code error_message error_reason connector_transaction_id amount_capturable',
  ),
  PaymentsManualStatusUpdateRequest: all('attempt_status'),
  RefundManualUpdateRequest: all('refund_id merchant_id status error_code error_message'),
  RefundListRequest: all(
    'start_time end_time payment_id refund_id profile_id limit offset amount_filter connector merchant_connector_id currency refund_status',
  ),
  MandateListQuery: all(
    'limit offset mandate_status connector created_time created_time.lt created_time.gt created_time.lte created_time.gte',
  ),
  RefundAggregateQuery: all('start_time end_time'),
  DisputeListQuery: all(
    [
      'limit offset dispute_id payment_id profile_id dispute_status dispute_stage reason connector',
      'merchant_connector_id currency',
      'received_time received_time.lt received_time.gt received_time.lte received_time.gte',
    ].join(' '),
  ),
  DisputeAggregateQuery: all('start_time end_time'),
  DisputeRetrieveQuery: all('force_sync'),
  DisputesFetchQuery: all('fetch_from fetch_till'),
  DeleteEvidenceRequest: all('dispute_id evidence_type'),
  SubmitEvidenceRequest: all(
    [
      'dispute_id access_activity_log billing_address cancellation_policy cancellation_policy_disclosure',
      'cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip',
      'customer_signature product_description receipt refund_policy refund_policy_disclosure',
      'refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date',
      'shipping_documentation shipping_tracking_number invoice_showing_distinct_transactions',
      'recurring_transaction_agreement uncategorized_file uncategorized_text',
    ].join(' '),
  ),
  ...payoutRules,
  MerchantAccountCreate: withShown(withMore(account, 'organization_id merchant_account_type'), 'product_type'),
  MerchantAccountUpdate: withMore(account, 'default_profile'),
  MerchantAccountListQuery: all('organization_id'),
  ToggleKVRequest: { acts: '', shown: 'kv_enabled' },
  EventListConstraints: all(
    'created_after created_before limit offset object_id event_id profile_id event_classes event_types is_delivered',
  ),
  WebhookEndpointCreate: { acts: 'url event_types', shown: 'description' },
  WebhookEndpointUpdate: { acts: 'url event_types', shown: 'description' },
  ConnectorWebhookRegisterRequest: all('event_type'),
  ReceivedWebhookListQuery: all('status limit offset'),
  ToggleRequest: all('enabled'),
  OrganizationCreateRequest: { acts: 'organization_name', shown: 'organization_details metadata' },
  OrganizationUpdateRequest: { acts: 'organization_name platform_merchant_id', shown: 'organization_details metadata' },
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
  CardIssuerRequest: all('issuer_name'),
  CardIssuerUpdateRequest: all('issuer_name'),
  CardIssuerListQuery: all('query limit'),
  BlocklistRequest: all('type data'),
  ListBlocklistQuery: all('data_kind limit offset'),
  ToggleBlocklistQuery: all('status'),
  ListBlocklistJobsQuery: all('limit offset'),
  FeatureMatrixQuery: all('connectors'),
  PaymentMethodLimitsQuery: all('connector paymentMethodType'),
  CustomerRequest: { acts: `customer_id ${customerFields}`, shown: customerShown },
  CustomerUpdateRequest: { acts: customerFields, shown: customerShown },
  CustomerListQuery: all('offset limit customer_id'),
  CustomerListWithCountQuery: all('offset limit customer_id start_time end_time'),
  EphemeralKeyCreateRequest: all('customer_id'),
  PaymentLinkDomainRequest: all('domain profile_id'),
};
