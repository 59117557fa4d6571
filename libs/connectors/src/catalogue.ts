import type { CatalogueEntry } from '@payorch/connector-kit';
import { stripeCapabilities } from './stripe/capabilities';
import { testCapabilities } from './test-processor/capabilities';

const testProcessor = (displayName: string): CatalogueEntry => ({
  displayName,
  auth: { HeaderKey: { api_key: 'api_key' } },
  connectorTypes: ['payment_processor'],
  test: true,
  webhookVerification: 'mandatory',
  capabilities: testCapabilities,
});

/** Every connector by its name in the interface. Data only: importing it loads no connector code. */
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

/** The connector names, in the order of the catalogue. */
export const connectorNames = Object.keys(catalogue) as readonly ConnectorName[];

export const isConnectorName = (text: unknown): text is ConnectorName =>
  typeof text === 'string' && Object.hasOwn(catalogue, text);

/** The catalogue entry of a name from a request; undefined if no connector has the name. */
export const catalogueEntry = (name: string): CatalogueEntry | undefined =>
  isConnectorName(name) ? catalogue[name] : undefined;

/** The payment method and type of a payment, by their names in the interface. */
export interface PaidWith {
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
}

/** Whether the payment method supports refunds. Without a matching capability the processor decides: true. */
export function canRefund(connector: string, { paymentMethod, paymentMethodType: type }: PaidWith): boolean {
  const capabilities = (catalogueEntry(connector)?.capabilities ?? []).filter(
    (capability) =>
      capability.paymentMethod === paymentMethod && (type === null || capability.paymentMethodTypes.includes(type)),
  );
  return capabilities.length === 0 || capabilities.some(({ refunds }) => refunds);
}
