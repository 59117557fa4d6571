/**
 * The fields that a client (publishable key and the payment's client secret) may set, by request, under the names of
 * the interface. A field that is missing from the list belongs to the merchant, also when the interface adds it later.
 *
 * `open`: at any time. `while_unset`: if the merchant did not set it, with the payment or in the record of the customer that the
 * payment names; of `mandate_data` that concerns the terms, not the consent; `setup_future_usage` of a customer's payment with a link
 * only on the page of the secure link. `while_unauthorized`: as `while_unset`, until an amount is authorized, and not on a
 * payment with a link. `narrowing`: a choice among the values that the merchant named. `offered`: one of the plans that the
 * merchant proposed. `raising`: for more than the merchant asked for, never for less.
 */
export type ClientPermission = 'open' | 'while_unset' | 'while_unauthorized' | 'narrowing' | 'offered' | 'raising';

type ClientFields = Readonly<Record<string, ClientPermission>>;

const credentials = { client_secret: 'open' } as const;

/** Fields of a confirmation and of an update. */
const payment = {
  ...credentials,
  payment_method: 'open',
  payment_method_type: 'open',
  payment_method_data: 'open',
  payment_token: 'open',
  card_cvc: 'open',
  payment_experience: 'open',
  mandate_data: 'while_unset',
  customer_acceptance: 'open',
  setup_future_usage: 'while_unset',
  connector: 'narrowing',
  authentication_type: 'raising',
  order_details: 'while_unauthorized',
  retry_action: 'open',
  installment_data: 'offered',
  threeds_method_comp_ind: 'open',
  billing: 'while_unset',
  shipping: 'while_unauthorized',
  email: 'while_unset',
  name: 'while_unset',
  phone: 'while_unset',
  phone_country_code: 'while_unset',
  customer: 'while_unset',
  browser_info: 'open',
  return_url: 'while_unauthorized',
  payment_type: 'open',
  locale: 'open',
  confirm: 'open',
  all_keys_required: 'open',
} as const satisfies ClientFields;

export const clientFields = {
  payment,
  /** The destination of a payout and who receives it. */
  payout: {
    ...credentials,
    payout_type: 'open',
    payout_method_data: 'open',
    billing: 'while_unset',
    email: 'while_unset',
    name: 'while_unset',
    phone: 'while_unset',
    phone_country_code: 'while_unset',
    customer: 'while_unset',
    return_url: 'while_unset',
  },
  complete_authorize: { ...credentials, shipping: 'while_unauthorized', threeds_method_comp_ind: 'open' },
  calculate_tax: {
    ...credentials,
    shipping: 'while_unauthorized',
    payment_method_type: 'open',
    session_id: 'open',
  },
  authentication: {
    ...credentials,
    device_channel: 'open',
    threeds_method_comp_ind: 'open',
    sdk_information: 'open',
  },
  authentication_eligibility: {
    ...credentials,
    payment_method: 'open',
    payment_method_type: 'open',
    payment_method_data: 'open',
    billing: 'open',
    shipping: 'open',
    browser_information: 'open',
    email: 'open',
  },
  authentication_sync: credentials,
  eligibility: {
    ...credentials,
    payment_method_type: 'open',
    payment_method_subtype: 'open',
    payment_method_data: 'open',
    payment_token: 'open',
    browser_info: 'open',
  },
  session_tokens: { ...credentials, payment_id: 'open', wallets: 'open' },
  post_session_tokens: { ...credentials, payment_method: 'open', payment_method_type: 'open' },
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
