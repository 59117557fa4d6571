import { nulls, pick } from '../../../kit/objects/decision';
import type { CardDetails, PaymentMethod, Token } from '../objects/records';
import { becomesDebit } from '../payment-method-types';

/** The issuer's checks of the address and the CVC. */
function checksView({ card, billing_details }: PaymentMethod) {
  const check = card?.trait?.check;
  const { line1, postal_code } = billing_details.address;
  return {
    address_line1_check: line1 === null ? null : (check?.line1 ?? 'pass'),
    address_postal_code_check: postal_code === null ? null : (check?.postalCode ?? 'pass'),
    cvc_check: card?.hasCvc ? (check?.cvc ?? 'pass') : null,
  };
}

/** The fields of a card that payment methods, charges and set-up attempts show. */
export const cardFields = (method: PaymentMethod, card: CardDetails) => ({
  ...pick(card, 'brand', 'exp_month', 'exp_year', 'fingerprint', 'funding', 'last4'),
  checks: checksView(method),
  country: 'US',
  regulated_status: 'unregulated',
  wallet: card.wallet && { type: card.wallet, [card.wallet]: {}, dynamic_last4: card.last4 },
});

const bankDefaults: Readonly<Record<string, object>> = {
  sepa_debit: { bank_code: null, branch_code: '', country: null, fingerprint: null, generated_from: null, last4: null },
  us_bank_account: {
    ...nulls('financial_connections_account', 'fingerprint', 'last4'),
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    networks: { preferred: 'ach', supported: ['ach'] },
    status_details: {},
  },
  ideal: { bank: null, bic: null },
  eps: { bank: null },
  p24: { bank: null },
  fpx: { bank: 'maybank2u' },
  sofort: { country: null },
  cashapp: { buyer_id: null, cashtag: null },
};

const shownDetails = /^(bank|country|last4|fingerprint|bank_code|bsb_number|sort_code|routing_number|account_.*)$/;
const bankFields = ({ type, details }: PaymentMethod) => ({
  ...bankDefaults[type],
  ...Object.fromEntries(Object.entries(details).filter(([name]) => shownDetails.test(name))),
});

export const methodFields = (method: PaymentMethod) => ({
  billing_details: { ...method.billing_details, tax_id: null },
  [method.type]: method.card
    ? {
        ...cardFields(method, method.card),
        display_brand: method.card.brand,
        generated_from: null,
        networks: { available: [method.card.brand], preferred: null },
        three_d_secure_usage: { supported: method.card.trait?.authentication !== 'unsupported' },
      }
    : bankFields(method),
});

/** The SEPA debit that a bank redirect generated, if any. */
export const generatedView = ({ type }: PaymentMethod, debit: string | null | undefined) =>
  becomesDebit(type) ? { generated_sepa_debit: debit ?? null, generated_sepa_debit_mandate: null } : {};

/** The payment method's details in a charge. */
export function methodDetailsView(method: PaymentMethod): Readonly<Record<string, unknown>> {
  const { card } = method;
  if (card) {
    const network = { network: card.brand, network_token: { used: false } };
    return { ...cardFields(method, card), ...network, installments: null, mandate: null };
  }
  const { generated_from, financial_connections_account, networks, status_details, ...shown } = bankFields(
    method,
  ) as Record<string, unknown>;
  return shown;
}

const cardBrands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
};
const address = ['address_city', 'address_country', 'address_line1', 'address_line2', 'address_state', 'address_zip'];
const noAddress = nulls(...address, 'address_line1_check', 'address_zip_check');

export const tokenFields = ({ id, card, holder }: Token) => ({
  card: {
    id: id.replace('tok_', 'card_'),
    object: 'card',
    ...noAddress,
    ...pick(card, 'exp_month', 'exp_year', 'fingerprint', 'funding', 'last4'),
    brand: cardBrands[card.brand] ?? card.brand,
    country: 'US',
    cvc_check: card.hasCvc ? 'unchecked' : null,
    dynamic_last4: card.wallet ? card.last4 : null,
    metadata: {},
    name: holder,
    tokenization_method: card.wallet === 'google_pay' ? 'android_pay' : card.wallet,
  },
});
