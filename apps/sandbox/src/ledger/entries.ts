import type { CallKind } from '../faults/fault-registry';
import type { EffectKind, Payment, Refund } from '../processor/payment';
import type { StripeRecord } from '../stripe/objects/records';

/** Every call as it came in, before anything was done about it; a card shows its last four digits only. */
export interface RequestEntry {
  readonly entry: 'request';
  readonly kind: CallKind | 'complete' | 'reject';
  readonly connector: string | null;
  readonly payment_id: string | null;
  readonly reference: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly card: string | null;
  readonly fault: string | null;
}

/** The records as they are from here on: a restart reads them back. */
type StoredRecords =
  { readonly payment: Payment; readonly refund: Refund | null } | { readonly objects: readonly StripeRecord[] };

interface Change {
  readonly connector: string;
  readonly payment_id: string | null;
  readonly fault: string | null;
}

export type RecordChange = Change & StoredRecords;

/** Money held, taken, let go or given back. */
export type EffectEntry = RecordChange & {
  readonly entry: 'effect';
  readonly effect: EffectKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
};

/** A record that changed while no money moved: a decline, a challenge, something pending. */
export type RecordEntry = RecordChange & { readonly entry: 'record' };

export interface Webhook {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly account: string;
  /** The registered endpoint it goes to, where the processor knows endpoints: its secret signs. */
  readonly endpoint?: string;
  readonly dueMs: number;
  /** How often it is sent, under one id. */
  readonly copies: number;
  readonly body: string;
}

export interface WebhookEntry {
  readonly entry: 'webhook';
  readonly payment_id: string | null;
  readonly webhook: Webhook;
}

/** How one try ended; `delivered` and `given_up` end the webhook. */
export interface DeliveryEntry {
  readonly entry: 'delivery';
  readonly webhook_id: string;
  readonly outcome: 'delivered' | 'failed' | 'given_up';
  readonly attempt: number;
  readonly http: number | null;
}

export interface SettingEntry {
  readonly entry: 'webhook_setting';
  /** Digest of an api key; null is for all others. */
  readonly account: string | null;
  readonly secret: string | null;
  readonly send: 'later' | 'all' | null;
}

/** An event that can be asked for by its id, whether or not anybody is told of it. */
export interface EventEntry {
  readonly entry: 'event';
  readonly connector: string;
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly body: string;
}

/** What was answered under an idempotency key: the same request is answered so again. */
export interface AnswerEntry {
  readonly entry: 'answer';
  readonly connector: string;
  readonly account: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly request: string;
  readonly status: number;
  readonly body: string;
}

export type LedgerEntry =
  RequestEntry | EffectEntry | RecordEntry | WebhookEntry | DeliveryEntry | SettingEntry | EventEntry | AnswerEntry;

/** What the file adds to each entry: its number, from 1 without gaps, and the time. */
export type Numbered<E extends LedgerEntry = LedgerEntry> = E & { readonly seq: number; readonly at: string };
