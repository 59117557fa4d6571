import { becomesDebit } from '../payment-method-types';
import type { CardDetails, Customer, PaymentMethod, Token } from '../objects/records';
import type { View } from './view-context';
import { referencesIn } from './view-context';

const walletView = ({ wallet, last4 }: CardDetails) => wallet && { type: wallet, [wallet]: {}, dynamic_last4: last4 };

/** The issuer's checks of the address and the CVC. */
export function checksView({ card, billing }: PaymentMethod) {
  const check = card?.trait?.check;
  const { line1, postal_code } = billing.address;
  return {
    address_line1_check: line1 === null ? null : (check?.line1 ?? 'pass'),
    address_postal_code_check: postal_code === null ? null : (check?.postalCode ?? 'pass'),
    cvc_check: card?.hasCvc ? (check?.cvc ?? 'pass') : null,
  };
}

const cardView = (method: PaymentMethod, card: CardDetails) => ({
  brand: card.brand,
  checks: checksView(method),
  country: 'US',
  display_brand: card.brand,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  fingerprint: card.fingerprint,
  funding: card.funding,
  generated_from: null,
  last4: card.last4,
  networks: { available: [card.brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: card.trait?.authentication !== 'unsupported' },
  wallet: walletView(card),
});

const bankDefaults: Readonly<Record<string, object>> = {
  sepa_debit: { bank_code: null, branch_code: '', country: null, fingerprint: null, generated_from: null, last4: null },
  us_bank_account: {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: null,
    last4: null,
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

const shownFields = new Set([
  'bank',
  'country',
  'last4',
  'fingerprint',
  'bank_code',
  'bsb_number',
  'sort_code',
  'routing_number',
]);
const shownOf = ({ type, details }: PaymentMethod) => ({
  ...bankDefaults[type],
  ...Object.fromEntries(
    Object.entries(details).filter(([name]) => shownFields.has(name) || name.startsWith('account_')),
  ),
});

export const customerView: View<Customer> = (customer) =>
  customer.deleted
    ? { id: customer.id, object: 'customer', deleted: true }
    : {
        id: customer.id,
        object: 'customer',
        address: customer.address,
        balance: 0,
        created: customer.created,
        currency: null,
        default_source: null,
        delinquent: false,
        description: customer.description,
        discount: null,
        email: customer.email,
        invoice_prefix: customer.id.slice(-8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: customer.metadata,
        name: customer.name,
        next_invoice_sequence: 1,
        phone: customer.phone,
        preferred_locales: [],
        shipping: customer.shipping,
        tax_exempt: 'none',
        test_clock: null,
      };

export const methodView: View<PaymentMethod> = (method, viewContext, expansion) => ({
  id: method.id,
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { ...method.billing, tax_id: null },
  created: method.created,
  customer: referencesIn(viewContext, expansion)('customer', 'customer', method.customer),
  livemode: false,
  metadata: method.metadata,
  type: method.type,
  [method.type]: method.card ? cardView(method, method.card) : shownOf(method),
});

/** The SEPA debit that a bank redirect generated, if any. */
export const generatedView = (method: PaymentMethod, debit: string | null | undefined) =>
  becomesDebit(method.type) ? { generated_sepa_debit: debit ?? null, generated_sepa_debit_mandate: null } : {};

/** The payment method's details in a charge. */
export function methodDetailsView(method: PaymentMethod): Readonly<Record<string, unknown>> {
  if (!method.card) {
    const { generated_from, financial_connections_account, networks, status_details, ...shown } = shownOf(
      method,
    ) as Record<string, unknown>;
    return shown;
  }
  const { brand, expMonth, expYear, fingerprint, funding, last4 } = method.card;
  return {
    brand,
    checks: checksView(method),
    country: 'US',
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_token: { used: false },
    regulated_status: 'unregulated',
    wallet: walletView(method.card),
  };
}

export const tokenView: View<Token> = ({ id, created, card, used, name }) => ({
  id,
  object: 'token',
  card: {
    id: id.replace('tok_', 'card_'),
    object: 'card',
    address_city: null,
    address_country: null,
    address_line1: null,
    address_line1_check: null,
    address_line2: null,
    address_state: null,
    address_zip: null,
    address_zip_check: null,
    brand: { visa: 'Visa', mastercard: 'MasterCard', amex: 'American Express' }[card.brand] ?? card.brand,
    country: 'US',
    cvc_check: card.hasCvc ? 'unchecked' : null,
    dynamic_last4: card.wallet ? card.last4 : null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.last4,
    metadata: {},
    name,
    tokenization_method: card.wallet === 'google_pay' ? 'android_pay' : card.wallet,
  },
  client_ip: null,
  created,
  livemode: false,
  type: 'card',
  used,
});
