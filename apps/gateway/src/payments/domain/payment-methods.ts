const types = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Every payment method with its types, with the interface's names. */
const paymentMethodTypes: Readonly<Record<string, ReadonlySet<string>>> = {
  card: types('credit debit'),
  card_redirect: types('benefit card_redirect knet momo_atm'),
  wallet: types(
    'ali_pay ali_pay_hk amazon_pay apple_pay bluecode cashapp dana gcash go_pay google_pay kakao_pay mb_way mifinity ' +
      'mobile_pay momo paypal paysera paze revolut_pay samsung_pay skrill touch_n_go twint venmo vipps we_chat_pay',
  ),
  pay_later: types('affirm afterpay_clearpay alma atome breadpay flexiti klarna pay_bright payjustnow walley'),
  bank_redirect: types(
    'bancontact_card bizum blik eft eps giropay ideal interac local_bank_redirect online_banking_czech_republic ' +
      'online_banking_finland online_banking_fpx online_banking_poland online_banking_slovakia online_banking_thailand ' +
      'open_banking open_banking_uk przelewy24 sofort swish trustly',
  ),
  bank_transfer: types(
    'ach bacs bca_bank_transfer bni_va bri_va cimb_va danamon_va indonesian_bank_transfer instant_bank_transfer ' +
      'instant_bank_transfer_finland instant_bank_transfer_poland local_bank_transfer mandiri_va multibanco ' +
      'permata_bank_transfer pix pix_automatico_push pix_automatico_qr pix_emv pix_key pix_qr pse sepa_bank_transfer',
  ),
  bank_debit: types('ach bacs becs eft_debit_order sepa sepa_guarenteed_debit'),
  crypto: types('crypto_currency'),
  gift_card: types('bhn_card_network givex pay_safe_card'),
  mobile_payment: types('direct_carrier_billing'),
  network_token: types('network_token'),
  open_banking: types('open_banking_pis'),
  real_time_payment: types('duit_now fps prompt_pay qris viet_qr'),
  reward: types('classic evoucher'),
  upi: types('upi_collect upi_intent upi_qr'),
  voucher: types(
    'alfamart boleto efecty family_mart indomaret lawson mini_stop oxxo pago_efectivo pay_easy red_compra red_pagos ' +
      'seicomart seven_eleven',
  ),
};

export const isTypeOf = (paymentMethod: string, type: string): boolean =>
  paymentMethodTypes[paymentMethod]?.has(type) ?? false;

/** Keys of `payment_method_data` that differ from the payment method's name. */
const dataKeyMethods: Readonly<Record<string, string>> = {
  card_token: 'card',
  vault_data_card: 'card',
  vault_card_token_data: 'card',
};

export const methodOfDataKey = (key: string): string => dataKeyMethods[key] ?? key;
