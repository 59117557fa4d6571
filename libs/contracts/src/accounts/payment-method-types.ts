/** The payment methods of one family: type → names of the data that a request may carry for it. */
type Types = Readonly<Record<string, readonly string[]>>;

const words = (text: string): readonly string[] => text.split(' ');
const each = (names: string, dataOf: (name: string) => string): Types =>
  Object.fromEntries(words(names).map((name) => [name, [dataOf(name)]]));

const sameName = (names: string): Types => each(names, (name) => name);
const ending = (names: string, suffix: string): Types => each(names, (name) => `${name}_${suffix}`);
/** Types whose data has no name of its own: the payment method's name is the only key. */
const unnamed = (names: string): Types => Object.fromEntries(words(names).map((name) => [name, []]));

/**
 * Every payment method of the interface with its types and their data: `ali_pay_qr` stands for
 * `{"wallet": {"ali_pay_qr": …}}`, and for a payment method of bare names `efecty` for `{"voucher": "efecty"}`.
 */
export const paymentMethodTypes: Readonly<Record<string, Types>> = {
  card: unnamed('credit debit'),
  card_redirect: sameName('benefit card_redirect knet momo_atm'),
  wallet: {
    ...ending('ali_pay_hk bluecode dana gcash go_pay kakao_pay mb_way mobile_pay momo touch_n_go', 'redirect'),
    ...ending('twint vipps', 'redirect'),
    ...sameName('mifinity paysera paze revolut_pay samsung_pay skrill'),
    ali_pay: ['ali_pay_redirect', 'ali_pay_qr'],
    amazon_pay: ['amazon_pay', 'amazon_pay_redirect'],
    apple_pay: ['apple_pay', 'apple_pay_redirect', 'apple_pay_third_party_sdk'],
    cashapp: ['cashapp_qr'],
    google_pay: ['google_pay', 'google_pay_redirect', 'google_pay_third_party_sdk'],
    paypal: ['paypal_redirect', 'paypal_sdk'],
    // Venmo is a button of PayPal's: the interface has no data for it but PayPal's.
    venmo: ['paypal_redirect', 'paypal_sdk'],
    we_chat_pay: ['we_chat_pay_redirect', 'we_chat_pay_qr'],
  },
  pay_later: {
    ...ending('affirm afterpay_clearpay alma atome breadpay flexiti pay_bright payjustnow walley', 'redirect'),
    klarna: ['klarna_redirect', 'klarna_sdk'],
  },
  bank_redirect: {
    ...sameName('bancontact_card bizum blik eft eps giropay ideal interac local_bank_redirect open_banking'),
    ...sameName('online_banking_czech_republic online_banking_finland online_banking_fpx online_banking_poland'),
    ...sameName('online_banking_slovakia online_banking_thailand open_banking_uk przelewy24 sofort trustly'),
    swish: ['swish_qr'],
  },
  bank_transfer: {
    ...ending('ach bacs bni_va bri_va cimb_va danamon_va mandiri_va multibanco', 'bank_transfer'),
    ...sameName('bca_bank_transfer permata_bank_transfer sepa_bank_transfer indonesian_bank_transfer'),
    ...sameName('instant_bank_transfer instant_bank_transfer_finland instant_bank_transfer_poland'),
    ...sameName('local_bank_transfer pix pix_automatico_push pix_automatico_qr pix_emv pix_qr pse'),
    pix_key: ['pix'],
  },
  bank_debit: {
    ...ending('ach bacs becs sepa', 'bank_debit'),
    eft_debit_order: ['eft_debit_order'],
    sepa_guarenteed_debit: ['sepa_guarenteed_bank_debit'],
  },
  crypto: unnamed('crypto_currency'),
  gift_card: sameName('bhn_card_network givex pay_safe_card'),
  mobile_payment: sameName('direct_carrier_billing'),
  network_token: unnamed('network_token'),
  open_banking: sameName('open_banking_pis'),
  real_time_payment: sameName('duit_now fps prompt_pay qris viet_qr'),
  reward: unnamed('classic evoucher'),
  upi: sameName('upi_collect upi_intent upi_qr'),
  voucher: sameName(
    'alfamart boleto efecty family_mart indomaret lawson mini_stop oxxo pago_efectivo pay_easy red_compra red_pagos ' +
      'seicomart seven_eleven',
  ),
};

/** Data that the interface has under another payment method: Swish is a bank redirect, its data is that of a wallet. */
const dataElsewhere: Readonly<Record<string, string>> = { swish_qr: 'wallet' };

/** A payment method type with one of the data that a request may carry for it. */
export interface PaymentMethodRow {
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
  /** The key in `payment_method_data`: usually the payment method. */
  readonly dataKey: string;
  /** The name within it; null where the data has no name of its own. */
  readonly dataName: string | null;
}

/** Every payment method type with each of its data, in the order of the table. */
export const paymentMethodRows: readonly PaymentMethodRow[] = Object.entries(paymentMethodTypes).flatMap(
  ([paymentMethod, types]) =>
    Object.entries(types).flatMap(([paymentMethodType, names]) =>
      (names.length === 0 ? [null] : names).map((dataName) => ({
        paymentMethod,
        paymentMethodType,
        dataKey: (dataName !== null && dataElsewhere[dataName]) || paymentMethod,
        dataName,
      })),
    ),
);

const keyOf = (...parts: readonly (string | null)[]): string => parts.join('/');
const typesOfMethods = new Set(paymentMethodRows.map((row) => keyOf(row.paymentMethod, row.paymentMethodType)));
const dataOfTypes = new Set(
  paymentMethodRows.map((row) => keyOf(row.paymentMethod, row.paymentMethodType, row.dataKey, row.dataName)),
);
const dataOfMethods = new Set(paymentMethodRows.map((row) => keyOf(row.paymentMethod, row.dataKey, row.dataName)));

export const isTypeOfMethod = (paymentMethod: string, type: string): boolean =>
  typesOfMethods.has(keyOf(paymentMethod, type));

/** Whether a request for this payment method, and for this type where it names one, may carry the data. */
export function isDataOfMethod(
  { paymentMethod, paymentMethodType }: { readonly paymentMethod: string; readonly paymentMethodType: string | null },
  { dataKey, dataName }: Pick<PaymentMethodRow, 'dataKey' | 'dataName'>,
): boolean {
  const [known, method] =
    paymentMethodType === null
      ? [dataOfMethods, keyOf(paymentMethod)]
      : [dataOfTypes, keyOf(paymentMethod, paymentMethodType)];
  return [dataName, null].some((name) => known.has(keyOf(method, dataKey, name)));
}
