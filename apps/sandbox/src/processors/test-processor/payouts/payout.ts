import type { Refusal } from '../../../kit/calls/refusal';
import type { Effect } from '../../../kit/ledger/effect';
import type { WebhookOptions } from '../payment';

export type PayoutKind = 'payout_create' | 'payout_fulfill' | 'payout_cancel';
export type PayoutStatus = 'created' | 'processing' | 'in_transit' | 'paid' | 'failed' | 'reversed' | 'cancelled';

interface PayoutOperation {
  readonly reference: string;
  readonly kind: PayoutKind;
  readonly status: 'processing' | 'succeeded' | 'failed';
  readonly error: Refusal | null;
}

interface Common {
  readonly id: string;
  readonly connector: string;
  /** Digest of the API key. */
  readonly account: string;
  readonly createdMs: number;
  readonly webhooks: WebhookOptions | null;
  /** The name of the scenario that it plays. */
  readonly scenario: string | null;
}

/** The whole record of a payout. It has no number of an account. */
export interface Payout extends Common {
  readonly type: 'payout';
  readonly status: PayoutStatus;
  /** The payout's id at its merchant. */
  readonly merchantReference: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly operations: readonly PayoutOperation[];
  readonly pending: { readonly status: 'paid' | 'failed' | 'reversed'; readonly atMs: number } | null;
}

/** What a step before the payout made: an answer about a recipient, a recipient, or the account of one. */
export interface Step extends Common {
  readonly type: 'step';
  readonly reference: string;
  readonly status: 'eligible' | 'ineligible' | 'active' | 'requires_verification';
  readonly error: Refusal | null;
  readonly pending: { readonly status: 'active'; readonly atMs: number } | null;
}

export type Made = Payout | Step;

export interface Decision {
  readonly made?: Made;
  readonly refusal?: Refusal;
  readonly effect?: Effect;
  readonly event?: string;
}

const errorView = (error: Refusal | null) => error && { code: error.code, message: error.message };

/** A payout, or what a step made, as the API returns it. */
export function madeView(made: Made) {
  const { id, status } = made;
  const created = new Date(made.createdMs).toISOString();
  if (made.type === 'step') return { id, status, created, reference: made.reference, error: errorView(made.error) };
  const { amount, currency, merchantReference: merchant_reference } = made;
  const operations = made.operations.map(({ error, ...one }) => ({ ...one, amount, error: errorView(error) }));
  return { id, status, amount, currency, created, merchant_reference, operations };
}

export const referencesOf = (made: Made): readonly string[] =>
  made.type === 'step' ? [made.reference] : made.operations.map(({ reference }) => reference);
