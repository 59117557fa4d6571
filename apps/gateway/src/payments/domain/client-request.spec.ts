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

it.each([PaymentsConfirmRequest, PaymentsUpdateRequest])('a client may set exactly these fields of %p', (of) => {
  const { fields } = shapeOf(of);
  expect(fields.filter((field) => field in clientFields.payment).sort()).toEqual(
    [
      ...['payment_method', 'payment_method_type', 'payment_method_data', 'payment_token', 'card_cvc'],
      ...[
        'authentication_type',
        'order_details',
        'payment_experience',
        'mandate_data',
        'customer_acceptance',
        'setup_future_usage',
        'connector',
      ],
      ...[
        'retry_action',
        'installment_data',
        'threeds_method_comp_ind',
        'billing',
        'shipping',
        'email',
        'name',
        'phone',
      ],
      ...['phone_country_code', 'customer', 'browser_info', 'return_url', 'payment_type', 'confirm'],
      ...['all_keys_required', 'client_secret'],
    ].sort(),
  );
  expect(Object.keys(clientFields.payment).filter((field) => !fields.includes(field))).toEqual(['locale']);
});

it('a client names the payment of the path or none', () => {
  expect(checkPaymentOfClient({ payment_id: 'pay_2' }, 'pay_1', client)).toMatchObject(named('payment_id'));
  expect(checkPaymentOfClient({ payment_id: 'pay_1' }, 'pay_1', client)).toBeUndefined();
  expect(checkPaymentOfClient({}, 'pay_1', client)).toBeUndefined();
  expect(checkPaymentOfClient({ payment_id: 'pay_2' }, 'pay_1', { kind: 'merchant' })).toBeUndefined();
});
