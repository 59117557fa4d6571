import type { CallKind } from '../faults/fault-registry';
import type { EffectKind } from './effect';

/** Every call as received, before execution; a card shows its last four digits only. */
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

/**
 * A change, with the changed records beside its fields: each processor chooses the names of its records, and reads them
 * back after a restart.
 */
export type RecordChange = Readonly<Record<string, unknown>> & {
  readonly connector: string;
  readonly payment_id: string | null;
  readonly fault: string | null;
};

/** An authorization, charge, capture, void, extension or refund. */
export type EffectEntry = RecordChange & {
  readonly entry: 'effect';
  readonly effect: EffectKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
};

/** A record that changed while no money moved: a decline, a challenge, a pending operation. */
export type RecordEntry = RecordChange & { readonly entry: 'record' };

export interface Webhook {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly account: string;
  /** The receiver's registration, by which its processor finds the secret that signs; the test processors have none. */
  readonly endpoint?: string;
  readonly dueMs: number;
  /** How many times the webhook is sent under one id. */
  readonly copies: number;
  readonly body: string;
}

export interface WebhookEntry {
  readonly entry: 'webhook';
  readonly payment_id: string | null;
  readonly webhook: Webhook;
}

/** The outcome of one delivery attempt; `delivered` and `given_up` end the webhook. */
export interface DeliveryEntry {
  readonly entry: 'delivery';
  readonly webhook_id: string;
  readonly outcome: 'delivered' | 'failed' | 'given_up';
  readonly attempt: number;
  readonly http: number | null;
}

export interface SettingEntry {
  readonly entry: 'webhook_setting';
  /** Digest of an API key; null stands for all other keys. */
  readonly account: string | null;
  readonly secret: string | null;
  readonly send: 'later' | 'all' | null;
}

/** An event that can be retrieved by its id, with or without a subscribed endpoint. */
export interface EventEntry {
  readonly entry: 'event';
  readonly connector: string;
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly body: string;
}

/** The response under an idempotency key; the same request gets it again. */
export interface AnswerEntry {
  readonly entry: 'response';
  readonly connector: string;
  readonly account: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly request: string;
  readonly status: number;
  readonly body: string;
}

/** The entries from which a processor restores its memory. */
export type StateEntry = EffectEntry | RecordEntry | EventEntry | AnswerEntry;

export type LedgerEntry = StateEntry | RequestEntry | WebhookEntry | DeliveryEntry | SettingEntry;

/** The file adds to each entry its number, from 1 without gaps, and the time. */
export type Numbered<E extends LedgerEntry = LedgerEntry> = E & { readonly seq: number; readonly at: string };
