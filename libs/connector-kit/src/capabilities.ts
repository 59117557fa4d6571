import type { Currency } from '@payorch/kernel';
import type { AuthType } from './auth';

/** The supported capture modes, by their names in the interface. */
export type SupportedCapture = 'automatic' | 'manual' | 'manual_multiple' | 'sequential_automatic';

/** Whether 3-D Secure is used: never, if the payment requests it, or always. */
export type SupportedThreeDs = 'not_supported' | 'supported' | 'required';

/** A payment method that a connector supports, with its limits. Pure data: the gateway and routing load no connector code. */
export interface Capability {
  readonly paymentMethod: string;
  readonly paymentMethodTypes: readonly string[];
  readonly currencies: 'all' | readonly Currency[];
  readonly captureMethods: readonly SupportedCapture[];
  readonly threeDs: SupportedThreeDs;
  /** Card networks by their names in the interface; empty for a method without networks. */
  readonly networks: readonly string[];
  /** Whether the method can be saved and charged later. */
  readonly mandates: boolean;
  readonly refunds: boolean;
}

/** The public data of a connector. `test`: refused if test processors are disabled by configuration. */
export interface CatalogueEntry {
  readonly displayName: string;
  /** The accepted shapes of `connector_account_details`: each field with the processor's name for it. */
  readonly auth: Readonly<Partial<Record<AuthType, Readonly<Record<string, string>>>>>;
  readonly connectorTypes: readonly string[];
  readonly test: boolean;
  /** Whether the processor signs webhooks: `mandatory` if so. */
  readonly webhookVerification: 'mandatory' | 'none';
  readonly capabilities: readonly Capability[];
}

/** The criteria of a payment for a capability. Absent criteria match. */
export interface CapabilityCriteria {
  readonly paymentMethod: string;
  readonly paymentMethodType?: string | null;
  readonly currency: Currency;
  readonly captureMethod?: string | null;
  readonly network?: string | null;
}

const within = (allowed: readonly string[], requested: string | null | undefined): boolean =>
  requested === undefined || requested === null || allowed.length === 0 || allowed.includes(requested);

/** Whether a capability fits a payment; an unknown network or type matches. */
export const capabilityFits = (capability: Capability, requested: CapabilityCriteria): boolean =>
  capability.paymentMethod === requested.paymentMethod &&
  within(capability.paymentMethodTypes, requested.paymentMethodType) &&
  (capability.currencies === 'all' || capability.currencies.includes(requested.currency)) &&
  within(capability.captureMethods, requested.captureMethod) &&
  within(capability.networks, requested.network);
