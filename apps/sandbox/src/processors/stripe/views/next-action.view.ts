import { secondsOf } from '../../../kit/objects/decision';
import { pagePaths } from '../../../kit/pages/page-paths';
import { urlPrefix } from '../account';
import type { AnyIntent, NextAction } from '../objects/records';

const bank_address = {
  city: 'South San Francisco',
  country: 'US',
  line1: '354 Oyster Point Blvd',
  line2: '',
  postal_code: '94080',
  state: 'CA',
};
const holder = { account_holder_address: bank_address, account_holder_name: 'SANDBOX', bank_address };

const us = { account_number: '11119977777777', account_type: 'checking', bank_name: 'US Test Bank' };

/** The account of each type of bank transfer. */
const addresses: Readonly<Record<string, readonly [type: string, networks: readonly string[], account: object]>> = {
  us_bank_transfer: ['aba', ['ach', 'domestic_wire_us'], { ...us, routing_number: '999999999' }],
  eu_bank_transfer: ['iban', ['sepa'], { bic: 'SXPYDEHHXXX', country: 'DE', iban: 'DE00000000000000000001' }],
  gb_bank_transfer: ['sort_code', ['bacs', 'fps'], { account_number: '00003333', sort_code: '108800' }],
};

function addressesOf(transferType: string): object[] {
  const [type, supported_networks, account] = addresses[transferType] ?? [];
  return type === undefined ? [] : [{ type, supported_networks, [type]: { ...holder, ...account } }];
}

/** The amount and the bank account of a bank transfer. */
function transferView(intent: AnyIntent, page: string) {
  if (intent.object !== 'payment_intent') return {};
  const requested = intent.methodOptions['customer_balance']?.['bank_transfer'] as { type?: string } | undefined;
  const { type = 'us_bank_transfer' } = requested ?? {};
  return {
    amount_remaining: intent.amount - intent.funded,
    currency: intent.currency,
    financial_addresses: addressesOf(type),
    hosted_instructions_url: page,
    reference: intent.id.slice(-8).toUpperCase(),
    type,
  };
}

const image = (page: string) => ({ image_url_png: `${page}/qr.png`, image_url_svg: `${page}/qr.svg` });

type Part = (intent: AnyIntent, page: string, expires_at: number) => object;

const parts: { readonly [T in NextAction['type']]: Part } = {
  redirect_to_url: ({ returnUrl }, url) => ({ return_url: returnUrl, url }),
  use_stripe_sdk: ({ id }, page) => ({ type: 'three_d_secure_redirect', stripe_js: page, source: id }),
  alipay_handle_redirect: ({ returnUrl }, url) => ({ native_data: null, native_url: null, return_url: returnUrl, url }),
  wechat_pay_display_qr_code: ({ id }, page) => ({
    data: `weixin://wxpay/bizpayurl?pr=${id}`,
    hosted_instructions_url: page,
    image_data_url: 'data:image/png;base64,iVBORw0KGgo=',
    ...image(page),
  }),
  cashapp_handle_redirect_or_display_qr_code: (_, page, expires_at) => ({
    hosted_instructions_url: page,
    mobile_auth_url: page,
    qr_code: { expires_at, ...image(page) },
  }),
  blik_authorize: () => ({}),
  verify_with_microdeposits: ({ created }, page) => ({
    arrival_date: created + 86_400,
    hosted_verification_url: page,
    microdeposit_type: 'descriptor_code',
  }),
  display_bank_transfer_instructions: transferView,
  multibanco_display_details: (_, page, expires_at) => ({
    entity: '12345',
    expires_at,
    hosted_voucher_url: page,
    reference: '123456789',
  }),
};

/** The action that is required of the customer, and its page. */
export function nextActionView(intent: AnyIntent, publicUrl: string): Readonly<Record<string, unknown>> | null {
  if (!intent.nextAction) return null;
  const { type, key, expiresAtMs } = intent.nextAction;
  return { type, [type]: parts[type](intent, `${publicUrl}${pagePaths(urlPrefix, key).page}`, secondsOf(expiresAtMs)) };
}
