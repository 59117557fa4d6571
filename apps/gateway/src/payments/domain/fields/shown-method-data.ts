import type { Json, JsonObject } from '@payorch/contracts';

type Data = Readonly<Record<string, unknown>>;
type Shown = (data: Data) => JsonObject;

/** Masks all but the last four characters; masks a short text whole. */
export const masked = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const shown = value.length >= 8 ? value.slice(-4) : '';
  return shown.padStart(value.length, '*');
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const lastFour = (value: unknown): string | null => (typeof value === 'string' ? value.slice(-4) : null);
const objectOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Copies these keys; null where the data lacks one. */
const plain = (data: Data, ...names: string[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, (data[name] ?? null) as Json]));
/** Masks these keys. */
const hidden = (data: Data, ...names: string[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, masked(data[name])]));

/** Shows only the name of the payment method type. */
const nothing: Shown = () => ({});

/** The key of the request → the key of the response, and the function that selects what the response shows. */
type Kinds = Readonly<Record<string, readonly [name: string, show: Shown]>>;

/** `{"sepa_bank_debit": {…}}` → `{"sepa": {…}}`; a key outside the table appears under its own name without data. */
const byKind =
  (kinds: Kinds): Shown =>
  (data) => {
    const [kind, value] = Object.entries(data).find(([, sent]) => sent !== undefined) ?? [];
    if (kind === undefined) return {};
    const [name, show] = kinds[kind] ?? [kind, nothing];
    return { [name]: show(objectOf(value)) };
  };

const sepaDebit: Shown = (debit) => ({ ...hidden(debit, 'iban'), ...plain(debit, 'bank_account_holder_name') });

const bankDebit = byKind({
  ach_bank_debit: [
    'ach',
    (debit) => ({
      ...hidden(debit, 'account_number', 'routing_number'),
      ...plain(debit, 'bank_account_holder_name', 'bank_name', 'bank_type', 'bank_holder_type'),
    }),
  ],
  sepa_bank_debit: ['sepa', sepaDebit],
  sepa_guarenteed_bank_debit: ['sepa_guarenteed_debit', sepaDebit],
  becs_bank_debit: [
    'becs',
    (debit) => ({ ...hidden(debit, 'account_number', 'bsb_number'), ...plain(debit, 'bank_account_holder_name') }),
  ],
  bacs_bank_debit: [
    'bacs',
    (debit) => ({ ...hidden(debit, 'account_number', 'sort_code'), ...plain(debit, 'bank_account_holder_name') }),
  ],
  eft_debit_order: [
    'eft_debit_order',
    (debit) => ({
      ...hidden(debit, 'account_number'),
      ...plain(debit, 'branch_code', 'bank_account_holder_name', 'bank_name', 'bank_type'),
    }),
  ],
});

const namedTransfers = ['ach', 'bacs', 'multibanco', 'permata', 'bca', 'bni_va', 'bri_va', 'cimb_va', 'danamon_va'];

const bankTransfer = byKind({
  ...Object.fromEntries(
    [...namedTransfers, 'mandiri_va'].map((name) => [`${name}_bank_transfer`, [name, nothing] as const]),
  ),
  sepa_bank_transfer: [
    'sepa',
    () => ({ debitor_iban: null, debitor_bic: null, debitor_name: null, debitor_email: null }),
  ],
  pix: [
    'pix',
    (pix) => ({
      ...hidden(pix, 'pix_key', 'cpf', 'cnpj', 'source_bank_account_id', 'destination_bank_account_id'),
      ...plain(pix, 'expiry_date'),
    }),
  ],
  pix_automatico_push: [
    'pix_automatico_push',
    (pix) => ({ ...hidden(pix, 'account_number'), ...plain(pix, 'branch_code', 'bank_identifier') }),
  ],
  local_bank_transfer: ['local_bank_transfer', (transfer) => plain(transfer, 'bank_code')],
  indonesian_bank_transfer: ['indonesian_bank_transfer', (transfer) => plain(transfer, 'bank_name')],
});

/** Only these three have details, each under its own key; a BLIK code could pay as long as it is valid, so it is hidden. */
const redirectDetails: Readonly<Record<string, Shown>> = {
  bancontact_card: (card) => ({
    BancontactCard: {
      last4: lastFour(card['card_number']),
      ...plain(card, 'card_exp_month', 'card_exp_year', 'card_holder_name'),
    },
  }),
  blik: () => ({ Blik: { blik_code: null } }),
  giropay: (bank) => ({
    Giropay: {
      bic: masked(bank['bank_account_bic']),
      iban: masked(bank['bank_account_iban']),
      ...plain(bank, 'country'),
    },
  }),
};

const bankRedirect: Shown = (data) => {
  const [kind, value] = Object.entries(data).find(([, sent]) => sent !== undefined) ?? [];
  const bank = objectOf(value);
  return {
    ...redirectDetails[kind ?? '']?.(bank),
    bank_name: textOf(bank['bank_name']) ?? textOf(bank['issuer']),
    interac: null,
  };
};

const cardInWallet = (last4: string | null, network: unknown, type: unknown): Record<string, Json> => ({
  last4,
  card_network: textOf(network),
  type: textOf(type),
  card_exp_month: null,
  card_exp_year: null,
  auth_code: null,
  email: null,
});

/** Tokens stay sealed; the response shows the card details that the wallet sends in clear text. */
const wallets: Readonly<Record<string, Shown>> = {
  apple_pay: ({ payment_method: method, decrypted_token: token, card_network: network }) => {
    if (token !== undefined) return { apple_pay: cardInWallet(lastFour(token), network, null) };
    const card = objectOf(method);
    return {
      apple_pay: {
        ...cardInWallet(lastFour(card['display_name']), card['network'], card['type']),
        ...plain(card, 'card_exp_month', 'card_exp_year', 'auth_code'),
      },
    };
  },
  google_pay: ({ info, type, decrypted_token: token, card_network: network }) => {
    if (token !== undefined) return { google_pay: cardInWallet(lastFour(token), network, null) };
    const card = objectOf(info);
    return { google_pay: cardInWallet(lastFour(card['card_details']), card['card_network'], type) };
  },
  samsung_pay: ({ payment_credential: credential }) => {
    const card = objectOf(credential);
    const last4 = lastFour(card['card_last4digits'] ?? card['payment_last4_fpan']);
    return { samsung_pay: cardInWallet(last4, card['card_brand'] ?? card['payment_card_brand'], null) };
  },
};

const wallet: Shown = (data) => {
  const [kind, value] = Object.entries(data).find(([, sent]) => sent !== undefined) ?? [];
  return wallets[kind ?? '']?.(objectOf(value)) ?? {};
};

const networkToken: Shown = (token) => ({
  last4: lastFour(token['network_token']),
  ...plain(token, 'card_type', 'card_network'),
  token_isin: textOf(token['network_token'])?.slice(0, 6) ?? null,
  ...plain(token, 'card_issuer', 'card_issuing_country', 'token_exp_month', 'token_exp_year', 'card_holder_name'),
  par: null,
});

/** Selects which payment method data may be stored and shown. */
const shown: Readonly<Record<string, Shown>> = {
  wallet,
  pay_later: ({ klarna_sdk: sdk }) => ({ klarna_sdk: sdk === undefined ? null : { payment_type: null } }),
  bank_redirect: bankRedirect,
  bank_debit: bankDebit,
  bank_transfer: bankTransfer,
  crypto: (coin) => plain(coin, 'pay_currency', 'network'),
  real_time_payment: byKind({}),
  upi: byKind({
    upi_collect: ['upi_collect', (upi) => ({ ...hidden(upi, 'vpa_id'), ...plain(upi, 'upi_source') })],
    upi_intent: ['upi_intent', (upi) => plain(upi, 'upi_source', 'app_name')],
    upi_qr: ['upi_qr', (upi) => plain(upi, 'upi_source')],
  }),
  voucher: byKind({}),
  gift_card: byKind({ givex: ['givex', (card) => ({ last4: lastFour(card['number']) })] }),
  card_redirect: byKind({}),
  open_banking: byKind({}),
  mobile_payment: byKind({
    direct_carrier_billing: ['direct_carrier_billing', (phone) => hidden(phone, 'msisdn', 'client_uid')],
  }),
  network_token: networkToken,
};

/** The payment method data that a response shows: nothing in it can move money. The data may be a bare name. */
export function shownMethodData(key: string, data: unknown): JsonObject {
  if (typeof data === 'string') return { [key]: data };
  return { [key]: (shown[key] ?? nothing)(objectOf(data)) };
}
