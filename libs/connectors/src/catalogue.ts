import {
  type Capability,
  collectedBillingFields,
  collectedShippingFields,
  type ConnectorDefinition,
  type FieldDefinition,
  fieldDefinitions,
  type PayoutCapability,
  type RequiredFieldName,
  wireNameOf,
} from '@payorch/connector-kit';
import type { Currency } from '@payorch/kernel';
import { catalogue } from './generated/catalogue';

export { catalogue };
export type { Capability, ConnectorDefinition, FieldDefinition, PayoutCapability };

export type ConnectorName = keyof typeof catalogue;

/** The connector names, in the order of the catalogue. */
export const connectorNames = Object.keys(catalogue) as readonly ConnectorName[];

export const isConnectorName = (text: unknown): text is ConnectorName =>
  typeof text === 'string' && Object.hasOwn(catalogue, text);

/** The definition of a connector by a name from a request; undefined if no connector has the name. */
export const definitionOf = (name: string): ConnectorDefinition | undefined =>
  isConnectorName(name) ? catalogue[name] : undefined;

/** The environment variable that replaces the base URL of a connector. */
export const baseUrlVariable = (name: ConnectorName): string => `CONNECTORS_${name.toUpperCase()}_BASE_URL`;

/** Whether this installation offers the connector: test processors only if the configuration enables them. */
export const isAvailable = ({ test }: Pick<ConnectorDefinition, 'test'>, testConnectors: boolean): boolean =>
  testConnectors || !test;

/** What is required of a capability. A criterion that is absent, or null for unknown, always fits. */
export interface CapabilityCriteria {
  readonly paymentMethod: string;
  readonly paymentMethodType?: string | null;
  readonly currency?: Currency;
  /** Country of the billing address; only for a named payment method type. */
  readonly country?: string | null;
  readonly captureMethod?: string;
  readonly network?: string | null;
  /** The payment method is saved, or was saved before. */
  readonly mandate?: boolean;
  /** The card, or a token for it, is charged by a network transaction id. */
  readonly networkTransactionId?: boolean;
  /** The charge names the card network's chain of payments. */
  readonly transactionLink?: boolean;
  /** An absent customer's card is charged by its number alone. */
  readonly limitedCard?: boolean;
  /** The data is a decrypted token of a wallet. */
  readonly decryptedToken?: boolean;
  /** The customer was authenticated outside the processor. */
  readonly authenticated?: boolean;
  readonly refund?: boolean;
  /** The processor of the requested split, by its name in the interface. */
  readonly split?: string | null;
  /** The processor may authorize less than the total. */
  readonly partialAuthorization?: boolean;
  /** The customer pays by a plan of installments, in `currency`. */
  readonly installments?: boolean;
}

/** An empty list restricts nothing: a method without networks has an empty list of networks. */
const within = (supported: readonly string[], requested: string | null | undefined): boolean =>
  requested === undefined || requested === null || supported.length === 0 || supported.includes(requested);

/** A type is limited to its countries; without a type, the processor decides. */
const withinCountries = (
  { countries = {} }: Capability,
  { paymentMethodType: type, country }: CapabilityCriteria,
): boolean => !type || !Object.hasOwn(countries, type) || within(countries[type]!, country);

/** A charge by the card network's id, or by the card's number alone, needs nothing that was saved. */
function chargesAgain(
  capability: Capability,
  { networkTransactionId, limitedCard, mandate }: CapabilityCriteria,
): boolean {
  if (networkTransactionId) return capability.networkTransactionIds === true;
  if (limitedCard) return capability.limitedCards === true;
  return capability.mandates || !mandate;
}

const chargesInInstallments = ({ installments = [] }: Capability, { currency }: CapabilityCriteria): boolean =>
  installments === 'all' || (currency !== undefined && installments.includes(currency));

/** Whether a capability fits all criteria: the only place that matches payments and capabilities. */
export const capabilityFits = (capability: Capability, required: CapabilityCriteria): boolean =>
  capability.paymentMethod === required.paymentMethod &&
  within(capability.paymentMethodTypes, required.paymentMethodType) &&
  (required.currency === undefined ||
    capability.currencies === 'all' ||
    capability.currencies.includes(required.currency)) &&
  withinCountries(capability, required) &&
  within(capability.captureMethods, required.captureMethod) &&
  within(capability.networks, required.network) &&
  chargesAgain(capability, required) &&
  (capability.transactionLinks === true || !required.transactionLink) &&
  (capability.decryptedTokens === true || !required.decryptedToken) &&
  (capability.externalAuthentication === true || !required.authenticated) &&
  (capability.refunds || !required.refund) &&
  (!required.split || capability.splits === required.split) &&
  (capability.partialAuthorizations === true || !required.partialAuthorization) &&
  (!required.installments || chargesInInstallments(capability, required));

/** A capability for one of its payment method types. */
export interface SupportedMethod extends Capability {
  readonly paymentMethodType: string;
}

/** Every payment method type that a connector supports, in the order of its capabilities. */
export const supportedMethods = ({ capabilities }: Pick<ConnectorDefinition, 'capabilities'>): SupportedMethod[] =>
  capabilities.flatMap((capability) =>
    capability.paymentMethodTypes.map((paymentMethodType) => ({ ...capability, paymentMethodType })),
  );

/** The payment method and type of a payment, by their names in the interface. */
export type PaidWith = Required<Pick<CapabilityCriteria, 'paymentMethod' | 'paymentMethodType'>>;

/** Whether the payment method supports refunds. Without a matching capability the processor decides: true. */
export function canRefund(connector: string, method: PaidWith): boolean {
  const matching = (definitionOf(connector)?.capabilities ?? []).filter((one) => capabilityFits(one, method));
  return matching.length === 0 || matching.some((one) => capabilityFits(one, { ...method, refund: true }));
}

/** Whether the connector refunds to a card without a charge. */
export const refundsWithoutCharge = (connector: string): boolean =>
  definitionOf(connector)?.unreferencedRefunds === true;

/** Whether a customer may approve an order of the payment method before the confirmation. */
export const createsOrders = (connector: string, method: PaidWith): boolean =>
  (definitionOf(connector)?.capabilities ?? []).some((one) => one.orders === true && capabilityFits(one, method));

/** Fields that a checkout asks for, by their names on the wire. */
export type FieldsByName = Readonly<Record<string, FieldDefinition>>;

const byWireName = (names: readonly RequiredFieldName[]): FieldsByName =>
  Object.fromEntries(names.map((name) => [wireNameOf(name), fieldDefinitions[name]]));

const rowOf = <Row>(table: Readonly<Record<string, Row>> | undefined, key: string): Row | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

/** A payment method type at a connector, by the names of the interface. */
export interface MethodAt {
  readonly connector: string;
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
}

/** What the connector requires of the customer; undefined where the connector does not describe the type. */
export function requiredFieldsAt(
  { connector, paymentMethod, paymentMethodType }: MethodAt,
  isSaved: boolean,
): FieldsByName | undefined {
  const fields = rowOf(rowOf(definitionOf(connector)?.requiredFields, paymentMethod), paymentMethodType);
  return fields && byWireName([...(fields.common ?? []), ...((isSaved ? fields.mandate : fields.nonMandate) ?? [])]);
}

/** The banks of a bank redirect; undefined where the connector names none. */
export const bankNamesAt = ({ connector, paymentMethodType }: Omit<MethodAt, 'paymentMethod'>) =>
  rowOf(definitionOf(connector)?.bankNames, paymentMethodType);

/** What a wallet collects for a profile that always requests these details from wallets. */
export const collectedFromWallets = {
  billing: byWireName(collectedBillingFields),
  shipping: byWireName(collectedShippingFields),
};

/** Where a payout goes and in which currency, by the names of the interface. An absent criterion always fits. */
export interface PaidOut {
  readonly payoutType: PayoutCapability['payoutType'];
  readonly methodType: string;
  readonly currency: Currency;
}

/** Whether a connector's way to pay out fits all criteria: the only place that matches payouts and capabilities. */
export const payoutFits = (capability: PayoutCapability, required: Partial<PaidOut>): boolean =>
  (required.payoutType === undefined || capability.payoutType === required.payoutType) &&
  (required.methodType === undefined || capability.methodTypes.includes(required.methodType)) &&
  (required.currency === undefined ||
    capability.currencies === 'all' ||
    capability.currencies.includes(required.currency));

/** The way in which a connector makes a payout, with its steps; undefined: it does not make it. */
export const payoutCapabilityOf = (connector: string, paid: PaidOut): PayoutCapability | undefined =>
  definitionOf(connector)?.payouts?.find((one) => payoutFits(one, paid));
