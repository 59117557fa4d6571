import { clientFields, type ClientRequest } from '@payorch/contracts';
import {
  PaymentsCompleteAuthorizeRequest,
  PaymentsConfirmRequest,
  PaymentsDynamicTaxCalculationRequest,
  PaymentsPostSessionTokensRequest,
  PaymentsRetrieveQuery,
  PaymentsSessionRequest,
  PaymentSyncRequest,
  PaymentsUpdateRequest,
  shapeOf,
} from '@payorch/rest';
import { checkPaymentOfClient, refuseMerchantsFields } from './client-request';

const client = { kind: 'client' } as const;
const named = (field: string) => ({ code: 'not_for_clients', details: { field } });

/** Every request of a publishable key, with the properties that only the merchant may set. */
const requests: readonly [ClientRequest, new () => object, readonly string[]][] = [
  ['complete_authorize', PaymentsCompleteAuthorizeRequest, []],
  ['calculate_tax', PaymentsDynamicTaxCalculationRequest, []],
  ['post_session_tokens', PaymentsPostSessionTokensRequest, []],
  ['session_tokens', PaymentsSessionRequest, ['merchant_connector_details']],
  ['sync', PaymentSyncRequest, ['merchant_connector_details']],
  ['retrieve', PaymentsRetrieveQuery, []],
];

it.each(requests)('a client may send only the payment id of the path', (request, of, not) => {
  const { fields } = shapeOf(of);
  const refused = fields.filter((field) => refuseMerchantsFields(request, { [field]: 'x' }, client));
  expect(refused).toEqual(not);
  for (const field of [...refused, 'a_later_field']) {
    expect(refuseMerchantsFields(request, { [field]: 'x' }, client)).toMatchObject(named(field));
    expect(refuseMerchantsFields(request, { [field]: 'x' }, { kind: 'merchant' })).toBeUndefined();
    expect(refuseMerchantsFields(request, { [field]: null }, client)).toBeUndefined();
  }
  expect(Object.keys(clientFields[request]).filter((field) => !fields.includes(field))).toEqual([]);
});

/**
 * What a client may do with every field of a confirmation: set it (open; more authentication), set it only while the merchant has
 * not, choose among the merchant's values, or only repeat the merchant's value. A new field of the interface fails this table.
 */
const permissions: Readonly<Record<string, readonly string[]>> = {
  open: [
    ...['payment_method', 'payment_method_type', 'payment_method_data', 'payment_token', 'card_cvc', 'client_secret'],
    ...['payment_experience', 'customer_acceptance', 'retry_action', 'threeds_method_comp_ind', 'browser_info'],
    ...['payment_type', 'confirm', 'all_keys_required'],
  ],
  raising: ['authentication_type'],
  while_unset: [
    ...['billing', 'setup_future_usage', 'mandate_data'],
    ...['email', 'name', 'phone', 'phone_country_code', 'customer'],
  ],
  while_unauthorized: ['order_details', 'shipping', 'return_url'],
  narrowing: ['connector'],
  offered: ['installment_data'],
  repeated: [
    ...['payment_id', 'merchant_id', 'profile_id', 'customer_id', 'amount', 'currency', 'amount_to_capture'],
    ...['shipping_cost', 'order_tax_amount', 'surcharge_details', 'capture_method', 'capture_on', 'routing'],
    ...['description', 'statement_descriptor_name', 'statement_descriptor_suffix', 'billing_descriptor', 'metadata'],
    ...['connector_metadata', 'feature_metadata', 'frm_metadata', 'business_country', 'business_label'],
    ...['business_sub_label', 'allowed_payment_method_types', 'off_session', 'recurring_details', 'mandate_id'],
    ...['merchant_connector_details', 'three_ds_data', 'ctp_service_details', 'split_payments', 'payment_link'],
    ...['payment_link_config', 'payment_link_config_id', 'request_external_three_ds_authentication'],
    ...['request_incremental_authorization', 'request_extended_authorization', 'enable_partial_authorization'],
    ...['enable_overcapture', 'session_expiry', 'merchant_order_reference_id', 'skip_external_tax_calculation'],
    ...['psd2_sca_exemption_type', 'force_3ds_challenge', 'is_iframe_redirection_enabled', 'payment_channel'],
    ...['tax_status', 'discount_amount', 'shipping_amount_tax', 'duty_amount', 'order_date', 'is_stored_credential'],
    ...['mit_category', 'tokenization', 'partner_merchant_identifier_details', 'profile_acquirer_id'],
    ...['external_surcharge_strategy', 'installment_options'],
  ],
};

it.each([PaymentsConfirmRequest, PaymentsUpdateRequest])('a client has this permission for each field of %p', (of) => {
  const { fields } = shapeOf(of);
  const permissionOf = (field: string) =>
    clientFields.payment[field as keyof typeof clientFields.payment] ?? 'repeated';
  const expected = Object.entries(permissions).flatMap(([permission, names]) =>
    names.map((name) => [name, permission]),
  );
  expect(Object.fromEntries(fields.map((field) => [field, permissionOf(field)]))).toEqual(Object.fromEntries(expected));
  expect(Object.keys(clientFields.payment).filter((field) => !fields.includes(field))).toEqual(['locale']);
});

it('a client names the payment of the path or none', () => {
  expect(checkPaymentOfClient({ payment_id: 'pay_2' }, 'pay_1', client)).toMatchObject(named('payment_id'));
  expect(checkPaymentOfClient({ payment_id: 'pay_1' }, 'pay_1', client)).toBeUndefined();
  expect(checkPaymentOfClient({}, 'pay_1', client)).toBeUndefined();
  expect(checkPaymentOfClient({ payment_id: 'pay_2' }, 'pay_1', { kind: 'merchant' })).toBeUndefined();
});
