import type { AuthType } from './auth';
import type { Capability, PayoutCapability } from './capabilities';
import type { BankNameTable, RequiredFieldTable } from './required-fields';

/** What recovery may rely on. A guarantee that the processor breaks costs money: leave uncertain guarantees out. */
export interface Guarantees {
  /**
   * The processor executes a call once for its idempotency key: the same bytes under the same key have no second effect for
   * this long, counted from the first call. Only then is an operation without an answer ever sent again. Every flow that
   * moves money, and every preliminary, must carry a key made of the operation's id.
   */
  readonly idempotencyKeys?: { readonly validForMs: number };
  /**
   * "Not found" means that the processor has no such operation, once the call had time to arrive. by_reference: only if the
   * sync names the processor's id of the payment, as a refund sync always does, because the processor's search by our ids
   * lags behind.
   */
  readonly lookupIsAuthoritative: boolean | 'by_reference';
  /** How long after the call a search by our ids may still miss the operation. Absent: "not found" of a search never counts. */
  readonly searchSettlesAfterMs?: number;
  /** mandatory: an unverified webhook is refused. none: the processor cannot sign, and nothing of a webhook is applied. */
  readonly webhookVerification: 'mandatory' | 'none';
}

/** What a connector is, as data: the catalogue publishes it to services that load no connector code. */
export interface ConnectorDefinition<Auth extends AuthType = AuthType> {
  readonly displayName: string;
  readonly connectorTypes: readonly string[];
  /** A test processor moves no money. An account there is refused if test processors are disabled by configuration. */
  readonly test: boolean;
  /** The processor's API, unless the environment names another address. */
  readonly baseUrl: string;
  /** The accepted shapes of `connector_account_details`. */
  readonly credentials: readonly Auth[];
  readonly capabilities: readonly Capability[];
  /** What it pays out; absent: nothing. */
  readonly payouts?: readonly PayoutCapability[];
  /** What a checkout asks the customer for; a type without a row is not described. */
  readonly requiredFields?: RequiredFieldTable;
  readonly bankNames?: BankNameTable;
  /** Texts that the metadata of each account must have: the connector cannot build a request without them. */
  readonly requiredMetadata?: readonly string[];
  /** Whether the processor refunds to a card without a charge (`unreferencedRefund`). */
  readonly unreferencedRefunds?: boolean;
  readonly guarantees: Guarantees;
}

/** The definitions of one folder, by the connector's name in the interface. Nearly every folder has one. */
export type ConnectorDefinitions<Name extends string = string, Auth extends AuthType = AuthType> = Readonly<
  Record<Name, ConnectorDefinition<Auth>>
>;
