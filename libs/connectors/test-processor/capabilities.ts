import type { Capability } from '@payorch/connector-kit';
import { paymentMethodTypes } from '@payorch/contracts';

const cards: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit', 'debit'],
  currencies: 'all',
  captureMethods: ['automatic', 'manual', 'sequential_automatic'],
  threeDs: 'supported',
  externalAuthentication: true,
  networks: [
    'AmericanExpress',
    'CartesBancaires',
    'DinersClub',
    'Discover',
    'Interac',
    'JCB',
    'Mastercard',
    'UnionPay',
    'Visa',
  ],
  mandates: false,
  partialAuthorizations: true,
  refunds: true,
};

const { card: _, ...others } = paymentMethodTypes;

/** Tokens for cards are charged again by the card network's id of the first payment, at this processor or at another. */
const paysByToken: ReadonlySet<string> = new Set(['network_token', 'wallet']);

/** Every other payment method of the interface, with all of its types. */
const otherMethods: readonly Capability[] = Object.entries(others).map(([paymentMethod, types]) => ({
  paymentMethod,
  paymentMethodTypes: Object.keys(types),
  currencies: 'all',
  captureMethods: cards.captureMethods,
  threeDs: 'not_supported',
  networks: [],
  mandates: false,
  ...(paysByToken.has(paymentMethod) && { networkTransactionIds: true, transactionLinks: true }),
  ...(paymentMethod === 'wallet' && { decryptedTokens: true }),
  partialAuthorizations: true,
  refunds: true,
}));

/**
 * What a test processor supports that takes several captures of a card, charges an absent customer's card by its number alone, takes
 * network tokens, and charges cards in installments in the currencies of its namesake.
 */
export const withSeveralCaptures: readonly Capability[] = [
  {
    ...cards,
    captureMethods: [...cards.captureMethods, 'manual_multiple'],
    limitedCards: true,
    networkTokens: true,
    installments: ['BRL', 'MXN', 'JPY'],
  },
  ...otherMethods,
];

/** What the test processor supports, as data. */
export const capabilities: readonly Capability[] = [cards, ...otherMethods];

/** What a test processor supports whose customers may approve an order of PayPal's before the confirmation. */
export const withOrders: readonly Capability[] = capabilities.flatMap((capability) =>
  capability.paymentMethod === 'wallet'
    ? [
        { ...capability, paymentMethodTypes: ['paypal'], orders: true },
        { ...capability, paymentMethodTypes: capability.paymentMethodTypes.filter((type) => type !== 'paypal') },
      ]
    : [capability],
);
