import { isCurrency, money, toMajorText } from '@payorch/kernel';
import { qrCodeDataUrl } from '../../../kit/pages/qr-code';
import { customerUrls, type CustomerUrls } from '../customer-paths';
import { stepOf, type Challenge, type Payment } from '../payment';
import type { Step } from './plays';

interface Shown {
  readonly payment: Payment;
  readonly challenge: Challenge;
  readonly urls: CustomerUrls;
}

/** How often a client should ask for the outcome. */
const polling = { delay_in_secs: 2, frequency: 30 };

const window = ({ payment, challenge }: Shown) => ({
  display_from_timestamp: payment.createdMs,
  display_to_timestamp: challenge.expiresAtMs,
});

/** Eight capitals that a customer copies onto a transfer or shows in a shop. */
const referenceOf = ({ id }: Payment): string => id.slice(-8).toUpperCase();
const expiryOf = ({ expiresAtMs }: Challenge): string => new Date(expiresAtMs).toISOString();

const majorText = ({ amount, currency }: Payment): string =>
  isCurrency(currency) ? toMajorText(money(BigInt(amount), currency)) : String(amount);

/** The account to send the money to, by the kind of transfer. */
const accounts: Readonly<Record<string, (shown: Shown) => object>> = {
  ach: () => ({
    ach_credit_transfer: {
      account_number: '11119977777777',
      bank_name: 'Sandbox Bank',
      routing_number: '999999999',
      swift_code: 'SNDBUS33',
    },
  }),
  bacs: () => ({
    bacs_bank_instructions: { account_holder_name: 'Sandbox', account_number: '00003333', sort_code: '108800' },
  }),
  sepa: ({ payment }) => ({
    sepa_bank_instructions: {
      account_holder_name: 'Sandbox',
      bic: 'SNDBDEFF',
      country: 'DE',
      iban: 'DE00000000000000000001',
      reference: referenceOf(payment),
    },
  }),
  multibanco: ({ payment }) => ({ multibanco: { entity: '12345', reference: referenceOf(payment) } }),
  virtual_account: ({ payment, challenge, urls }) => ({
    doku_bank_transfer_instructions: {
      expires_at: expiryOf(challenge),
      reference: referenceOf(payment),
      instructions_url: urls.page,
    },
  }),
};

/** The session that starts the SDK of a wallet or of a bank, by its name. */
const sessions: Readonly<Record<string, (shown: Shown) => object>> = {
  apple_pay: ({ payment, challenge }) => ({
    wallet_name: 'apple_pay',
    session_token_data: { secrets: { display: `display_${challenge.attemptId}`, payment: payment.id } },
    connector: payment.connector,
    delayed_session_token: true,
    sdk_next_action: { next_action: 'sync' },
  }),
  google_pay: ({ payment: { connector } }) => ({
    wallet_name: 'google_pay',
    connector,
    delayed_session_token: true,
    sdk_next_action: { next_action: 'sync' },
  }),
  open_banking: ({ challenge }) => ({
    wallet_name: 'open_banking',
    open_banking_session_token: `link-sandbox-${challenge.attemptId}`,
  }),
};

const ofVariant = (table: typeof accounts, shown: Shown): object => table[shown.challenge.variant ?? '']?.(shown) ?? {};

/** What the step shows beside its type. The shapes are those of the interface's `next_action`. */
const parts: Readonly<Record<Step, (shown: Shown) => object>> = {
  redirect_to_url: ({ urls }) => ({ redirect_to_url: urls.page }),
  qr_code_information: ({ challenge, urls }) => ({
    image_data_url: qrCodeDataUrl(urls.page),
    qr_code_url: urls.qrCode,
    raw_qr_data: urls.page,
    display_to_timestamp: challenge.expiresAtMs,
  }),
  fetch_qr_code_information: ({ urls }) => ({ qr_code_fetch_url: urls.qrCode }),
  display_bank_transfer_information: (shown) => ({
    bank_transfer_steps_and_charges_details: {
      ...ofVariant(accounts, shown),
      receiver: { amount_received: 0, amount_remaining: shown.payment.amount },
    },
  }),
  // One text in the interface: a client reads it as JSON.
  display_voucher_information: ({ payment, challenge, urls }) => ({
    voucher_details: JSON.stringify({
      reference: referenceOf(payment),
      expires_at: expiryOf(challenge),
      download_url: urls.qrCode,
      instructions_url: urls.page,
    }),
  }),
  wait_screen_information: (shown) => ({ ...window(shown), poll_config: polling }),
  invoke_upi_intent_sdk: (shown) => {
    const { payment, urls } = shown;
    const query = { pa: 'sandbox@upi', pn: 'Sandbox', tr: payment.id, am: majorText(payment), cu: payment.currency };
    const uri = `upi://pay?${String(new URLSearchParams({ ...query, url: urls.page }))}`;
    return { sdk_uri: uri, ...window(shown), poll_config: polling };
  },
  invoke_upi_qr_flow: (shown) => ({ qr_code_url: shown.urls.qrCode, ...window(shown), poll_config: polling }),
  collect_otp: () => ({ consent_data_required: 'consent_required' }),
  third_party_sdk_session_token: (shown) => ({ session_token: ofVariant(sessions, shown) }),
  invoke_hidden_iframe: ({ payment, urls }) => ({
    iframe_data: {
      three_ds_method_url: urls.deviceFingerprint,
      three_ds_method_data_submission: true,
      three_ds_method_data: Buffer.from(JSON.stringify({ threeDSServerTransID: payment.id })).toString('base64url'),
      directory_server_id: 'A000000003',
      message_version: '2.2.0',
      method_key: 'threeDSMethodData',
    },
  }),
};

/** The step that the customer has to take; null if there is none. `page_url` leads to the choice for every step. */
export function nextActionView(payment: Payment, publicUrl: string): Readonly<Record<string, unknown>> | null {
  const { challenge } = payment;
  if (!challenge) return null;
  const urls = customerUrls(publicUrl, challenge.attemptId);
  const step = stepOf(challenge);
  return { type: step, page_url: urls.page, ...parts[step]({ payment, challenge, urls }) };
}
