import { pagePaths } from '../../../kit/pages/page-paths';
import { urlPrefix } from '../account';
import type { Intent, NextAction, SetupIntent } from '../objects/records';

type AnyIntent = Intent | SetupIntent;

const bankAddress = {
  city: 'South San Francisco',
  country: 'US',
  line1: '354 Oyster Point Blvd',
  line2: '',
  postal_code: '94080',
  state: 'CA',
};
const holder = { account_holder_address: bankAddress, account_holder_name: 'SANDBOX', bank_address: bankAddress };

const addresses: Readonly<Record<string, readonly object[]>> = {
  us_bank_transfer: [
    {
      type: 'aba',
      supported_networks: ['ach', 'domestic_wire_us'],
      aba: {
        ...holder,
        account_number: '11119977777777',
        account_type: 'checking',
        bank_name: 'US Test Bank',
        routing_number: '999999999',
      },
    },
  ],
  eu_bank_transfer: [
    {
      type: 'iban',
      supported_networks: ['sepa'],
      iban: { ...holder, bic: 'SXPYDEHHXXX', country: 'DE', iban: 'DE00000000000000000001' },
    },
  ],
  gb_bank_transfer: [
    {
      type: 'sort_code',
      supported_networks: ['bacs', 'fps'],
      sort_code: { ...holder, account_number: '00003333', sort_code: '108800' },
    },
  ],
};

/** The amount and the bank account of a bank transfer. */
function transferView(intent: Intent, page: string) {
  const requested = intent.methodOptions['customer_balance']?.['bank_transfer'] as { type?: string } | undefined;
  const type = requested?.type ?? 'us_bank_transfer';
  return {
    amount_remaining: intent.amount - intent.funded,
    currency: intent.currency,
    financial_addresses: addresses[type] ?? [],
    hosted_instructions_url: page,
    reference: intent.id.slice(-8).toUpperCase(),
    type,
  };
}

const secondsOf = (ms: number) => Math.floor(ms / 1000);
const image = (page: string) => ({ image_url_png: `${page}/qr.png`, image_url_svg: `${page}/qr.svg` });

function partOf(intent: AnyIntent, { type, expiresAtMs }: NextAction, page: string): object {
  const { returnUrl } = intent;
  switch (type) {
    case 'redirect_to_url':
      return { return_url: returnUrl, url: page };
    case 'use_stripe_sdk':
      return { type: 'three_d_secure_redirect', stripe_js: page, source: intent.id };
    case 'alipay_handle_redirect':
      return { native_data: null, native_url: null, return_url: returnUrl, url: page };
    case 'wechat_pay_display_qr_code':
      return {
        data: `weixin://wxpay/bizpayurl?pr=${intent.id}`,
        hosted_instructions_url: page,
        image_data_url: 'data:image/png;base64,iVBORw0KGgo=',
        ...image(page),
      };
    case 'cashapp_handle_redirect_or_display_qr_code':
      return {
        hosted_instructions_url: page,
        mobile_auth_url: page,
        qr_code: { expires_at: secondsOf(expiresAtMs), ...image(page) },
      };
    case 'blik_authorize':
      return {};
    case 'verify_with_microdeposits':
      return {
        arrival_date: intent.created + 86_400,
        hosted_verification_url: page,
        microdeposit_type: 'descriptor_code',
      };
    case 'display_bank_transfer_instructions':
      return intent.object === 'payment_intent' ? transferView(intent, page) : {};
    case 'multibanco_display_details':
      return {
        entity: '12345',
        expires_at: secondsOf(expiresAtMs),
        hosted_voucher_url: page,
        reference: '123456789',
      };
  }
}

/** The action that is required of the customer, and its page. */
export function nextActionView(intent: AnyIntent, publicUrl: string): Readonly<Record<string, unknown>> | null {
  const { nextAction } = intent;
  if (!nextAction) return null;
  const { type, key } = nextAction;
  return { type, [type]: partOf(intent, nextAction, `${publicUrl}${pagePaths(urlPrefix, key).page}`) };
}
