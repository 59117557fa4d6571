import type { Capability, SupportedCapture } from '@payorch/connector-kit';
import type { Currency } from '@payorch/kernel';

const atOnce: readonly SupportedCapture[] = ['automatic', 'sequential_automatic'];
const atOnceOrLater: readonly SupportedCapture[] = ['automatic', 'manual', 'sequential_automatic'];

interface Terms {
  readonly currencies?: readonly Currency[];
  readonly captureMethods?: readonly SupportedCapture[];
  readonly mandates?: boolean;
  readonly refunds?: boolean;
}

const offer = (
  paymentMethod: string,
  paymentMethodTypes: readonly string[],
  { currencies, captureMethods = atOnce, mandates = false, refunds = true }: Terms = {},
): Capability => ({
  paymentMethod,
  paymentMethodTypes,
  currencies: currencies ?? 'all',
  captureMethods,
  threeDs: 'not_supported',
  networks: [],
  mandates,
  refunds,
});

const cards: Capability = {
  ...offer('card', ['credit', 'debit'], { captureMethods: atOnceOrLater, mandates: true }),
  threeDs: 'supported',
  networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'JCB', 'DinersClub', 'UnionPay'],
};

const walletTerms = { captureMethods: atOnceOrLater, mandates: true } as const;
const wallets: readonly Capability[] = [
  offer('wallet', ['apple_pay', 'google_pay'], walletTerms),
  offer('wallet', ['cashapp'], { ...walletTerms, currencies: ['USD'] }),
  offer('wallet', ['revolut_pay'], { ...walletTerms, currencies: ['EUR', 'GBP'] }),
  offer('wallet', ['amazon_pay'], {
    ...walletTerms,
    currencies: ['USD', 'AUD', 'GBP', 'DKK', 'EUR', 'HKD', 'JPY', 'NZD', 'NOK', 'ZAR', 'SEK', 'CHF'],
  }),
  offer('wallet', ['ali_pay'], {
    captureMethods: atOnceOrLater,
    currencies: ['AUD', 'CAD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD'],
  }),
  offer('wallet', ['we_chat_pay'], {
    currencies: ['CNY', 'AUD', 'CAD', 'EUR', 'GBP', 'HKD', 'JPY', 'SGD', 'USD', 'DKK', 'NOK', 'SEK', 'CHF'],
  }),
];

const bankRedirects: readonly Capability[] = [
  offer('bank_redirect', ['bancontact_card', 'ideal', 'sofort'], { currencies: ['EUR'], mandates: true }),
  offer('bank_redirect', ['eps'], { currencies: ['EUR'] }),
  offer('bank_redirect', ['giropay'], { currencies: ['EUR'], refunds: false }),
  offer('bank_redirect', ['przelewy24'], { currencies: ['EUR', 'PLN'] }),
  offer('bank_redirect', ['blik'], { currencies: ['PLN'] }),
  offer('bank_redirect', ['online_banking_fpx'], { currencies: ['MYR'] }),
];

const bankDebits: readonly Capability[] = [
  offer('bank_debit', ['ach'], { currencies: ['USD'], mandates: true }),
  offer('bank_debit', ['sepa'], { currencies: ['EUR'], mandates: true }),
  offer('bank_debit', ['bacs'], { currencies: ['GBP'], captureMethods: atOnceOrLater, mandates: true }),
  offer('bank_debit', ['becs'], { currencies: ['AUD'], captureMethods: atOnceOrLater, mandates: true }),
];

const bankTransfers: readonly Capability[] = [
  offer('bank_transfer', ['ach'], { currencies: ['USD'] }),
  offer('bank_transfer', ['bacs'], { currencies: ['GBP'] }),
  offer('bank_transfer', ['multibanco', 'sepa_bank_transfer'], { currencies: ['EUR'] }),
];

const payLater: readonly Capability[] = [
  offer('pay_later', ['affirm'], { currencies: ['USD'], captureMethods: atOnceOrLater }),
  offer('pay_later', ['afterpay_clearpay'], {
    currencies: ['USD', 'CAD', 'GBP', 'AUD', 'NZD'],
    captureMethods: atOnceOrLater,
  }),
  offer('pay_later', ['klarna'], {
    currencies: ['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'SEK', 'USD'],
    captureMethods: atOnceOrLater,
  }),
];

/** What can be taken through Stripe, as the facts of the interface list it. Data alone: routing reads it without any code. */
export const stripeCapabilities: readonly Capability[] = [
  cards,
  ...wallets,
  ...bankRedirects,
  ...bankDebits,
  ...bankTransfers,
  ...payLater,
];
