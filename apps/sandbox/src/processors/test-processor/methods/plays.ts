import { paymentMethodRows, type PaymentMethodRow } from '@payorch/contracts';

/** What the customer has to do next, by the types of the interface's `next_action`; null: nothing. */
export type Step =
  | 'redirect_to_url'
  | 'qr_code_information'
  | 'fetch_qr_code_information'
  | 'display_bank_transfer_information'
  | 'display_voucher_information'
  | 'wait_screen_information'
  | 'invoke_upi_intent_sdk'
  | 'invoke_upi_qr_flow'
  | 'collect_otp'
  | 'third_party_sdk_session_token'
  | 'invoke_hidden_iframe';

/**
 * at_once: the answer has the outcome. on_return: the customer chooses on a page that returns to the shop. by_customer:
 * the customer pays on another device or in a shop, and a webhook reports it. by_itself: the payment settles after
 * `settlesAfterMs`, and a webhook reports it.
 */
export type Settles = 'at_once' | 'on_return' | 'by_customer' | 'by_itself';

/** The course of a payment by one payment method. */
export interface Play {
  readonly step: Step | null;
  readonly settles: Settles;
  /** The kind of bank account or of wallet session that the step shows. */
  readonly variant?: string;
}

/** Time until a payment that settles by itself has its outcome. */
export const settlesAfterMs = 1000;

type Data = Pick<PaymentMethodRow, 'dataKey' | 'dataName'>;

const pathOf = ({ dataKey, dataName }: Data): string => (dataName === null ? dataKey : `${dataKey}.${dataName}`);

const named = (key: string, names: string, play: Play): Readonly<Record<string, Play>> =>
  Object.fromEntries(names.split(' ').map((name) => [`${key}.${name}`, play]));

const atOnce: Play = { step: null, settles: 'at_once' };
const later: Play = { step: null, settles: 'by_itself' };
const waits: Play = { step: 'wait_screen_information', settles: 'by_itself' };
const byCustomer = (step: Step, variant?: string): Play => ({
  step,
  settles: 'by_customer',
  ...(variant !== undefined && { variant }),
});
const qrCode = byCustomer('qr_code_information');
const transferTo = (variant: string): Play => byCustomer('display_bank_transfer_information', variant);
const sessionOf = (variant: string): Play => byCustomer('third_party_sdk_session_token', variant);

/** The customer authorizes or rejects the payment on a page: the course of every payment method without one of its own. */
const onPage: Play = { step: 'redirect_to_url', settles: 'on_return' };

/** The courses other than the redirect, by the data of the request. */
const plays: Readonly<Record<string, Play>> = {
  // The customer has approved the order of `paypal_sdk` before.
  ...named('wallet', 'amazon_pay apple_pay google_pay paypal_sdk paze samsung_pay', atOnce),
  ...named('wallet', 'ali_pay_qr cashapp_qr swish_qr we_chat_pay_qr', qrCode),
  ...named('wallet', 'apple_pay_third_party_sdk', sessionOf('apple_pay')),
  ...named('wallet', 'google_pay_third_party_sdk', sessionOf('google_pay')),
  ...named('pay_later', 'klarna_sdk', atOnce),
  ...named('bank_redirect', 'blik', waits),
  ...named(
    'bank_debit',
    'ach_bank_debit bacs_bank_debit becs_bank_debit eft_debit_order sepa_bank_debit sepa_guarenteed_bank_debit',
    later,
  ),
  ...named('bank_transfer', 'ach_bank_transfer', transferTo('ach')),
  ...named('bank_transfer', 'bacs_bank_transfer', transferTo('bacs')),
  ...named('bank_transfer', 'sepa_bank_transfer', transferTo('sepa')),
  ...named('bank_transfer', 'multibanco_bank_transfer', transferTo('multibanco')),
  ...named(
    'bank_transfer',
    'bca_bank_transfer bni_va_bank_transfer bri_va_bank_transfer cimb_va_bank_transfer danamon_va_bank_transfer ' +
      'indonesian_bank_transfer mandiri_va_bank_transfer permata_bank_transfer',
    transferTo('virtual_account'),
  ),
  ...named('bank_transfer', 'pix pix_automatico_qr pix_emv pix_qr', qrCode),
  ...named('bank_transfer', 'pix_automatico_push', waits),
  ...named('real_time_payment', 'qris', qrCode),
  ...named('real_time_payment', 'duit_now fps prompt_pay viet_qr', byCustomer('fetch_qr_code_information')),
  ...named('upi', 'upi_intent', byCustomer('invoke_upi_intent_sdk')),
  ...named('upi', 'upi_qr', byCustomer('invoke_upi_qr_flow')),
  ...named(
    'voucher',
    'alfamart boleto efecty family_mart indomaret lawson mini_stop oxxo pago_efectivo pay_easy red_compra red_pagos ' +
      'seicomart seven_eleven',
    byCustomer('display_voucher_information'),
  ),
  ...named('gift_card', 'bhn_card_network givex', atOnce),
  ...named('mobile_payment', 'direct_carrier_billing', { step: 'collect_otp', settles: 'by_itself' }),
  ...named('open_banking', 'open_banking_pis', sessionOf('open_banking')),
  network_token: atOnce,
  // By the number of the card: the table of test cards has the others.
  card: atOnce,
};

export const playOf = (data: Data): Play => plays[pathOf(data)] ?? onPage;

/** One line of the table of payment methods, as this processor publishes it. */
export interface PlayedMethod extends PaymentMethodRow {
  readonly nextAction: Step | null;
  readonly settles: Settles;
}

/** Every payment method type with each of its data, and the course of its payments. */
export const playedMethods: readonly PlayedMethod[] = paymentMethodRows.map((row) => {
  const { step, settles } = playOf(row);
  return { ...row, nextAction: step, settles };
});

const known = new Set(paymentMethodRows.map(pathOf));
export const isKnownData = (path: string): boolean => known.has(path);

/** The data of a path such as `wallet.ali_pay_qr`. */
export function dataOfPath(path: string): Data {
  const [dataKey = '', dataName = null] = path.split('.');
  return { dataKey, dataName };
}
