/**
 * What a client (publishable key and the payment's client secret) may set, request by request, under the wire's names. The
 * list is data: whatever is not in it belongs to the merchant, also a field that is added to the interface later.
 *
 * `open`: at any time. `while_unset`: where the merchant left it open. `of_guest`: of a guest, and of a customer whom the
 * merchant named what is not known yet. `while_unauthorized`: until something is authorized. `narrowing`: among what the
 * merchant allowed. `offered`: one of what the merchant offered.
 */
export type ClientLeave = 'open' | 'while_unset' | 'of_guest' | 'while_unauthorized' | 'narrowing' | 'offered';

type ClientFields = Readonly<Record<string, ClientLeave>>;

const credentials = { client_secret: 'open' } as const;

/** Of a confirmation and of an update. */
const payment = {
  ...credentials,
  payment_method: 'open',
  payment_method_type: 'open',
  payment_method_data: 'open',
  payment_token: 'open',
  card_cvc: 'open',
  payment_experience: 'open',
  mandate_data: 'open',
  customer_acceptance: 'open',
  setup_future_usage: 'while_unset',
  connector: 'narrowing',
  retry_action: 'open',
  installment_data: 'offered',
  threeds_method_comp_ind: 'open',
  billing: 'open',
  shipping: 'while_unauthorized',
  email: 'of_guest',
  name: 'of_guest',
  phone: 'of_guest',
  phone_country_code: 'of_guest',
  customer: 'of_guest',
  browser_info: 'open',
  return_url: 'open',
  payment_type: 'open',
  locale: 'open',
  confirm: 'open',
  all_keys_required: 'open',
} as const satisfies ClientFields;

export const clientFields = {
  payment,
  complete_authorize: { ...credentials, shipping: 'while_unauthorized', threeds_method_comp_ind: 'open' },
  calculate_tax: {
    ...credentials,
    shipping: 'while_unauthorized',
    payment_method_type: 'open',
    session_id: 'open',
  },
  session_tokens: { ...credentials, payment_id: 'open', wallets: 'open' },
  sync: {
    ...credentials,
    payment_id: 'open',
    merchant_id: 'open',
    force_sync: 'open',
    expand_captures: 'open',
    expand_attempts: 'open',
    all_keys_required: 'open',
  },
  retrieve: {
    ...credentials,
    merchant_id: 'open',
    force_sync: 'open',
    expand_captures: 'open',
    expand_attempts: 'open',
    all_keys_required: 'open',
  },
} as const satisfies Record<string, ClientFields>;

export type ClientRequest = keyof typeof clientFields;

export const mayClientSet = (request: ClientRequest, field: string): boolean =>
  Object.hasOwn(clientFields[request], field);
