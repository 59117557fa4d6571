import type { Currency } from '@payorch/kernel';
import type { AuthType } from './auth';

/** How money may be taken: the words of the wire. */
export type SupportedCapture = 'automatic' | 'manual' | 'manual_multiple' | 'sequential_automatic';

/** Whether the customer can be asked by the issuer: never, where the payment says so, or always. */
export type SupportedThreeDs = 'not_supported' | 'supported' | 'required';

/** One payment method that a connector can take, with its limits. Pure data: the gateway and routing read it without any code. */
export interface Capability {
  readonly paymentMethod: string;
  readonly paymentMethodTypes: readonly string[];
  readonly currencies: 'all' | readonly Currency[];
  readonly captureMethods: readonly SupportedCapture[];
  readonly threeDs: SupportedThreeDs;
  /** Card networks in the words of the wire; empty where the method has none. */
  readonly networks: readonly string[];
  /** Whether it can be stored and charged again later. */
  readonly mandates: boolean;
  readonly refunds: boolean;
}

/** What everybody may know of a connector. `test`: refused where the service is configured with test processors off. */
export interface CatalogueEntry {
  readonly displayName: string;
  /** The accepted shapes of `connector_account_details`: each field with what the processor calls it. */
  readonly auth: Readonly<Partial<Record<AuthType, Readonly<Record<string, string>>>>>;
  readonly connectorTypes: readonly string[];
  readonly test: boolean;
  /** Whether our account can be told what happens there by webhooks that can be believed. */
  readonly webhookVerification: 'mandatory' | 'none';
  readonly capabilities: readonly Capability[];
}

/** What an account asks of an offer when a payment is to be made with it. Absent criteria do not matter. */
export interface CapabilityCriteria {
  readonly paymentMethod: string;
  readonly paymentMethodType?: string | null;
  readonly currency: Currency;
  readonly captureMethod?: string | null;
  readonly network?: string | null;
}

const within = (allowed: readonly string[], wanted: string | null | undefined): boolean =>
  wanted === undefined || wanted === null || allowed.length === 0 || allowed.includes(wanted);

/** Whether an offer fits a payment; an unknown network or type is not held against it. */
export const capabilityFits = (offer: Capability, wanted: CapabilityCriteria): boolean =>
  offer.paymentMethod === wanted.paymentMethod &&
  within(offer.paymentMethodTypes, wanted.paymentMethodType) &&
  (offer.currencies === 'all' || offer.currencies.includes(wanted.currency)) &&
  within(offer.captureMethods, wanted.captureMethod) &&
  within(offer.networks, wanted.network);
