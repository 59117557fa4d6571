import type { PayoutType } from '@payorch/contracts';
import type { Currency } from '@payorch/kernel';
import type { PayoutStep } from '@payorch/operations';

/** The supported capture modes, by their names in the interface. */
export type SupportedCapture = 'automatic' | 'manual' | 'manual_multiple' | 'sequential_automatic';

/** Whether 3-D Secure is used: never, if the payment requests it, or always. */
export type SupportedThreeDs = 'not_supported' | 'supported' | 'required';

/** A payment method that a connector supports, with its limits. Pure data: the gateway and routing load no connector code. */
export interface Capability {
  readonly paymentMethod: string;
  readonly paymentMethodTypes: readonly string[];
  readonly currencies: 'all' | readonly Currency[];
  /** The billing countries of types that are limited to some; a type without a row is open to every country. */
  readonly countries?: Readonly<Record<string, readonly string[]>>;
  readonly captureMethods: readonly SupportedCapture[];
  readonly threeDs: SupportedThreeDs;
  /** Card networks by their names in the interface; empty for a method without networks. */
  readonly networks: readonly string[];
  /** Whether the method can be saved and charged later. */
  readonly mandates: boolean;
  /** Whether a card, or a token for it, is charged by the card network's id of its first payment, which another processor may have made. */
  readonly networkTransactionIds?: boolean;
  /** Whether such a charge carries the card network's name of the chain of payments (`transaction_link_id`). */
  readonly transactionLinks?: boolean;
  /** Whether an absent customer's card is charged by its number alone. */
  readonly limitedCards?: boolean;
  /** Whether a card is charged by its network token with the cryptogram of one payment. The flow then has no preliminaries. */
  readonly networkTokens?: boolean;
  /** Whether a wallet is charged by a decrypted token alone, without the cryptogram of one payment. */
  readonly decryptedTokens?: boolean;
  /** Whether an authorization carries the proof of an authentication outside the processor. */
  readonly externalAuthentication?: boolean;
  readonly refunds: boolean;
  /** Whether the customer may approve an order of the method, made by the flow `createOrder`, before the confirmation. */
  readonly orders?: boolean;
  /** Whether the processor may be asked to authorize less than the total (`enable_partial_authorization`). */
  readonly partialAuthorizations?: boolean;
  /** The form of `split_payments` that the connector carries, by the processor's name in it. */
  readonly splits?: string;
  /** The currencies in which the connector charges in installments; absent: not at all. */
  readonly installments?: 'all' | readonly Currency[];
}

/** A way in which a connector pays out. */
export interface PayoutCapability {
  readonly payoutType: PayoutType;
  /** `credit` and `debit` of cards, else the kinds of accounts: `sepa`, `paypal`. */
  readonly methodTypes: readonly string[];
  readonly currencies: 'all' | readonly Currency[];
  /** The steps, in their order. The last is `payout_fulfill`: where it is the only one, the processor pays at once. */
  readonly steps: readonly PayoutStep[];
  /** Whether a payout that the processor has may be cancelled there (`payoutCancel`). */
  readonly cancels: boolean;
}
