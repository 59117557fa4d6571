import type { Currency } from '@payorch/kernel';
import type { JsonObject } from '@payorch/contracts';
import type { PageFrame } from './checkout-view';

/** What a recipient may know about the payout. */
export interface PayoutSummary extends PageFrame {
  readonly payoutId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly description: string | null;
  /** The merchant's own page; null: none. */
  readonly returnUrl: string | null;
  /** Where the money goes, as the interface shows it: numbers are masked. Null: not known yet. */
  readonly destination: JsonObject | null;
}

/** All that the page needs on which a recipient says where the money goes. */
export interface PayoutView extends PayoutSummary {
  readonly publishableKey: string;
  readonly clientSecret: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  /** Where the money can go: `debit`, `sepa`, `paypal`. Of no meaning where the destination is known. */
  readonly methodTypes: readonly string[];
  /** The address of this page, to which its forms are sent. */
  readonly address: string;
}

/** What became of the payout, for every person who knows the address. */
export interface PayoutStatusView extends PayoutSummary {
  /** The interface's PayoutStatus. */
  readonly status: string;
}
