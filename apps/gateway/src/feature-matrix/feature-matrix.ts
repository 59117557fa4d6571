import { methodTypeNames } from '@payorch/checkout-page';
import type { ConnectorDefinition } from '@payorch/connector-kit';
import { isAvailable, supportedMethods, type SupportedMethod } from '@payorch/connectors/catalogue';
import type { PaymentMethodType } from '@payorch/rest';

type FeatureStatus = 'supported' | 'not_supported';

export interface SupportedPaymentMethod {
  readonly payment_method: string;
  readonly payment_method_type: string;
  readonly payment_method_type_display_name: string;
  readonly mandates: FeatureStatus;
  readonly refunds: FeatureStatus;
  readonly supported_capture_methods: readonly string[];
  /** Only cards have these three. */
  readonly three_ds?: FeatureStatus;
  readonly no_three_ds?: FeatureStatus;
  readonly supported_card_networks?: readonly string[];
  /** null: every country that the processor supports; the list does not separate countries and currencies. */
  readonly supported_countries: null;
  /** null: any. */
  readonly supported_currencies: readonly string[] | null;
}

export interface ConnectorFeatures {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly base_url: null;
  readonly category: string;
  readonly integration_status: 'live' | 'sandbox';
  readonly supported_payment_methods: readonly SupportedPaymentMethod[];
  readonly supported_webhook_flows: readonly string[];
}

export interface FeatureMatrix {
  readonly connector_count: number;
  readonly connectors: readonly ConnectorFeatures[];
}

/** Connector types with the names of this list, which differ from those of the API. */
const categories: Readonly<Record<string, string>> = {
  payment_processor: 'payment_gateway',
  payout_processor: 'payout_processor',
  authentication_processor: 'authentication_provider',
  tax_processor: 'tax_calculation_provider',
  surcharge_processor: 'surcharge_calculation_provider',
};

const status = (has: boolean): FeatureStatus => (has ? 'supported' : 'not_supported');

const nameOf = (type: string): string =>
  Object.hasOwn(methodTypeNames, type) ? methodTypeNames[type as PaymentMethodType] : type;

const cardFeatures = ({ threeDs, networks }: SupportedMethod) => ({
  three_ds: status(threeDs !== 'not_supported'),
  no_three_ds: status(threeDs !== 'required'),
  supported_card_networks: networks,
});

const featuresOfMethod = (method: SupportedMethod): SupportedPaymentMethod => ({
  ...(method.paymentMethod === 'card' && cardFeatures(method)),
  payment_method: method.paymentMethod,
  payment_method_type: method.paymentMethodType,
  payment_method_type_display_name: nameOf(method.paymentMethodType),
  mandates: status(method.mandates),
  refunds: status(method.refunds),
  supported_capture_methods: method.captureMethods,
  supported_countries: null,
  supported_currencies: method.currencies === 'all' ? null : method.currencies,
});

const listOf = (names: readonly string[]): string =>
  [...new Set(names.map((name) => name.replaceAll('_', ' ')))].join(', ');

/** The list has no place for the destinations of payouts but this text: what it lists is what a payment is made by. */
function describe({ displayName, test, capabilities, payouts = [] }: ConnectorDefinition): string {
  const takes = listOf(capabilities.map(({ paymentMethod }) => paymentMethod));
  const pays = listOf(payouts.map(({ payoutType }) => payoutType));
  const does = [takes && `takes ${takes}`, pays && `pays out to ${pays}`].filter(Boolean).join(', and ');
  return test ? `${displayName} is a test processor: no money moves. It ${does}` : `${displayName} ${does}`;
}

/** The classes of the webhooks that a connector verifies. */
function webhookFlowsOf({ capabilities, payouts = [] }: ConnectorDefinition): readonly string[] {
  return [
    ...(capabilities.length > 0 ? ['payments'] : []),
    ...(capabilities.some(({ refunds }) => refunds) ? ['refunds'] : []),
    ...(payouts.length > 0 ? ['payouts'] : []),
  ];
}

function featuresOf(name: string, entry: ConnectorDefinition): ConnectorFeatures {
  return {
    name,
    display_name: entry.displayName,
    description: describe(entry),
    base_url: null,
    category: entry.connectorTypes.map((type) => categories[type]).find(Boolean) ?? 'payment_gateway',
    integration_status: entry.test ? 'sandbox' : 'live',
    supported_payment_methods: supportedMethods(entry).map(featuresOfMethod),
    supported_webhook_flows: entry.guarantees.webhookVerification === 'none' ? [] : webhookFlowsOf(entry),
  };
}

/** The capabilities of each connector from its definition, for all connectors or the requested ones. */
export function featureMatrix(
  catalogue: Readonly<Record<string, ConnectorDefinition>>,
  { only, testConnectors }: { readonly only?: readonly string[] | null | undefined; readonly testConnectors: boolean },
): FeatureMatrix {
  const connectors = Object.entries(catalogue)
    .filter(([name, entry]) => isAvailable(entry, testConnectors) && (!only || only.includes(name)))
    .map(([name, entry]) => featuresOf(name, entry));
  return { connector_count: connectors.length, connectors };
}
