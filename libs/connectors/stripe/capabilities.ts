import type { Capability, SupportedCapture } from '@payorch/connector-kit';
import type { Currency } from '@payorch/kernel';
import { countries } from './countries';

const atOnce: readonly SupportedCapture[] = ['automatic', 'sequential_automatic'];
const atOnceOrLater: readonly SupportedCapture[] = ['automatic', 'manual', 'sequential_automatic'];

interface Terms {
  readonly currencies?: readonly Currency[];
  readonly captureMethods?: readonly SupportedCapture[];
  readonly mandates?: boolean;
  readonly refunds?: boolean;
}

const capability = (
  paymentMethod: string,
  paymentMethodTypes: readonly string[],
  { currencies, captureMethods = atOnce, mandates = false, refunds = true }: Terms = {},
): Capability => ({
  paymentMethod,
  paymentMethodTypes,
  currencies: currencies ?? 'all',
  countries,
  captureMethods,
  threeDs: 'not_supported',
  networks: [],
  mandates,
  refunds,
  splits: 'stripe',
});

const cards: Capability = {
  ...capability('card', ['credit', 'debit'], {
    captureMethods: [...atOnceOrLater, 'manual_multiple'],
    mandates: true,
  }),
  threeDs: 'supported',
  externalAuthentication: true,
  networkTransactionIds: true,
  networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'JCB', 'DinersClub', 'UnionPay'],
};

const walletTerms = { captureMethods: atOnceOrLater, mandates: true } as const;
const wallets: readonly Capability[] = [
  capability('wallet', ['apple_pay', 'google_pay'], walletTerms),
  capability('wallet', ['cashapp'], { ...walletTerms, currencies: ['USD'] }),
  capability('wallet', ['revolut_pay'], { ...walletTerms, currencies: ['EUR', 'GBP'] }),
  capability('wallet', ['amazon_pay'], {
    ...walletTerms,
    currencies: ['USD', 'AUD', 'GBP', 'DKK', 'EUR', 'HKD', 'JPY', 'NZD', 'NOK', 'ZAR', 'SEK', 'CHF'],
  }),
  capability('wallet', ['ali_pay'], {
    captureMethods: atOnceOrLater,
    currencies: ['AUD', 'CAD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD'],
  }),
  capability('wallet', ['we_chat_pay'], {
    currencies: ['CNY', 'AUD', 'CAD', 'EUR', 'GBP', 'HKD', 'JPY', 'SGD', 'USD', 'DKK', 'NOK', 'SEK', 'CHF'],
  }),
];

const bankRedirects: readonly Capability[] = [
  capability('bank_redirect', ['bancontact_card', 'ideal', 'sofort'], { currencies: ['EUR'], mandates: true }),
  capability('bank_redirect', ['eps'], { currencies: ['EUR'] }),
  capability('bank_redirect', ['giropay'], { currencies: ['EUR'], refunds: false }),
  capability('bank_redirect', ['przelewy24'], { currencies: ['EUR', 'PLN'] }),
  capability('bank_redirect', ['blik'], { currencies: ['PLN'] }),
];

const bankDebits: readonly Capability[] = [
  capability('bank_debit', ['ach'], { currencies: ['USD'], mandates: true }),
  capability('bank_debit', ['sepa'], { currencies: ['EUR'], mandates: true }),
  capability('bank_debit', ['bacs'], { currencies: ['GBP'], captureMethods: atOnceOrLater, mandates: true }),
  capability('bank_debit', ['becs'], { currencies: ['AUD'], captureMethods: atOnceOrLater, mandates: true }),
];

const bankTransfers: readonly Capability[] = [
  capability('bank_transfer', ['ach'], { currencies: ['USD'] }),
  capability('bank_transfer', ['bacs'], { currencies: ['GBP'] }),
  capability('bank_transfer', ['multibanco', 'sepa_bank_transfer'], { currencies: ['EUR'] }),
];

const payLater: readonly Capability[] = [
  capability('pay_later', ['affirm'], { currencies: ['USD'], captureMethods: atOnceOrLater }),
  capability('pay_later', ['afterpay_clearpay'], {
    currencies: ['USD', 'CAD', 'GBP', 'AUD', 'NZD'],
    captureMethods: atOnceOrLater,
  }),
  capability('pay_later', ['klarna'], {
    currencies: ['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'SEK', 'USD'],
    captureMethods: atOnceOrLater,
  }),
];

/** What Stripe supports, as data. */
export const capabilities: readonly Capability[] = [
  cards,
  ...wallets,
  ...bankRedirects,
  ...bankDebits,
  ...bankTransfers,
  ...payLater,
];
