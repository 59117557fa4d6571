import type { Pending, Delivery } from '../../kit/objects/decision';
import type { StoreRules } from '../../kit/objects/object-store';

interface Own {
  readonly id: string;
  /** Digest of the Authorization header: a token finds its own objects only. */
  readonly account: string;
  readonly created: number;
}

/** A recipient. Of its account it has the last digits alone: the ledger file stores it unchanged. */
export interface Recipient extends Own {
  readonly object: 'recipient';
  readonly profile: string;
  readonly currency: string;
  readonly type: string;
  readonly last4: string;
}

export interface Quote extends Own {
  readonly object: 'quote';
  readonly sourceCurrency: string;
  readonly targetCurrency: string;
  /** Minor units. */
  readonly amount: number;
}

export interface Transfer extends Own {
  readonly object: 'transfer';
  readonly profile: string;
  readonly recipient: string;
  readonly last4: string;
  readonly quote: string;
  /** `customerTransactionId`. */
  readonly reference: string;
  readonly statement: string | null;
  readonly status: string;
  readonly before: string | null;
  /** The states that follow, in their order. */
  readonly next: readonly string[];
  /** Minor units, that the recipient gets. */
  readonly amount: number;
  readonly currency: string;
  readonly sourceCurrency: string;
  readonly pending: Pending | null;
  readonly delivery: Delivery | null;
}

/** A receiver of webhooks. */
export interface Subscription extends Own {
  readonly object: 'subscription';
  readonly url: string;
  readonly enabled_events: readonly string[];
  /** Empty: one key of Wise signs all webhooks. */
  readonly secret: string;
  readonly status: 'enabled';
  readonly deleted: false;
}

export type WiseRecord = Recipient | Quote | Transfer | Subscription;

export const transactionKey = (account: string, reference: string): string => `${account} ${reference}`;

const ended: ReadonlySet<string> = new Set(['outgoing_payment_sent', 'funds_refunded', 'cancelled']);

/** Recipients and quotes only link one call to the next. */
export const storeRules: StoreRules<WiseRecord> = {
  keysOf: (record) => (record.object === 'transfer' ? [transactionKey(record.account, record.reference)] : []),
  wholeOf: ({ object, id }) => (object === 'subscription' ? undefined : id),
  hasEnded: (whole) => whole.object !== 'transfer' || (ended.has(whole.status) && whole.pending === null),
  referencesOf: () => [],
  isRetained: () => true,
};
