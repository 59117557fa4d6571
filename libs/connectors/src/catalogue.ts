import type { CatalogueEntry, Capability } from '@payorch/connector-kit';
import { stripeCapabilities } from './stripe/capabilities';

const networks = [
  'AmericanExpress',
  'CartesBancaires',
  'DinersClub',
  'Discover',
  'Interac',
  'JCB',
  'Mastercard',
  'UnionPay',
  'Visa',
] as const;

const cards: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit', 'debit'],
  currencies: 'all',
  captureMethods: ['automatic', 'manual', 'sequential_automatic'],
  threeDs: 'supported',
  networks,
  mandates: false,
  refunds: true,
};

const testProcessor = (displayName: string): CatalogueEntry => ({
  displayName,
  auth: { HeaderKey: { api_key: 'api_key' } },
  connectorTypes: ['payment_processor'],
  test: true,
  webhookVerification: 'mandatory',
  capabilities: [cards],
});

/** Every connector by its wire name, as data alone: reading it pulls no connector's code. */
export const catalogue = {
  phonypay: testProcessor('Phony Pay'),
  fauxpay: testProcessor('Faux Pay'),
  pretendpay: testProcessor('Pretend Pay'),
  stripe_test: testProcessor('Stripe Test'),
  adyen_test: testProcessor('Adyen Test'),
  checkout_test: testProcessor('Checkout Test'),
  paypal_test: testProcessor('PayPal Test'),
  stripe: {
    displayName: 'Stripe',
    auth: { HeaderKey: { api_key: 'secret_key' } },
    connectorTypes: ['payment_processor'],
    test: false,
    webhookVerification: 'mandatory',
    capabilities: stripeCapabilities,
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ConnectorName = keyof typeof catalogue;

/** The wire names, in the order of the catalogue. */
export const connectorNames = Object.keys(catalogue) as readonly ConnectorName[];

export const isConnectorName = (text: unknown): text is ConnectorName =>
  typeof text === 'string' && Object.hasOwn(catalogue, text);

/** What the catalogue holds for a name as it came over the wire; undefined where no connector has it. */
export const catalogueEntry = (name: string): CatalogueEntry | undefined =>
  isConnectorName(name) ? catalogue[name] : undefined;

/** What was paid with, in the words of the wire. */
export interface PaidWith {
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
}

/** Whether money can go back the way it came. What is no longer offered, or never was, the processor is left to judge. */
export function canRefund(connector: string, { paymentMethod, paymentMethodType: type }: PaidWith): boolean {
  const offers = (catalogueEntry(connector)?.capabilities ?? []).filter(
    (offer) => offer.paymentMethod === paymentMethod && (type === null || offer.paymentMethodTypes.includes(type)),
  );
  return offers.length === 0 || offers.some(({ refunds }) => refunds);
}
