import type { StoreRules } from '../../../kit/objects/object-store';
import { ObjectStore } from '../../../kit/objects/object-store';
import type { AnyIntent, Dispute, Intent, Refund, StripeRecord } from './records';

const finalStatuses: readonly string[] = ['succeeded', 'canceled'];
const endedDisputes: readonly string[] = ['warning_closed', 'prevented', 'won', 'lost'];
const isPending = (record: StripeRecord): boolean =>
  ((record.object === 'refund' || record.object === 'payout') && record.pending !== null) ||
  (record.object === 'dispute' && !endedDisputes.includes(record.status));

/** The recipient's account that an object of payouts belongs to. */
function recipientOf(record: StripeRecord): string | undefined {
  switch (record.object) {
    case 'account':
      return record.id;
    case 'bank_account':
    case 'card':
    case 'transfer_reversal':
      return record.recipient;
    case 'transfer':
      return record.destination;
    case 'payout':
      return record.account;
    default:
      return undefined;
  }
}

const keys = {
  page: (key: string) => `page ${key}`,
  order: (order: string) => `order ${order}`,
  refunds: (charge: string) => `refunds ${charge}`,
  disputes: (charge: string) => `disputes ${charge}`,
  recipient: (account: string) => `recipient ${account}`,
};

const rules: StoreRules<StripeRecord> = {
  keysOf(record) {
    if (record.object === 'refund') return [keys.refunds(record.charge)];
    if (record.object === 'dispute') return [keys.disputes(record.charge)];
    const recipient = recipientOf(record);
    if (recipient !== undefined) return [keys.recipient(recipient)];
    if (record.object !== 'payment_intent' && record.object !== 'setup_intent') return [];
    const page = record.nextAction ? [keys.page(record.nextAction.key)] : [];
    const order = record.object === 'payment_intent' ? record.metadata['order_id'] : undefined;
    return order === undefined ? page : [...page, keys.order(order)];
  },
  /** A payment with its charges and refunds, a set-up, a token, a recipient with their payouts: customers and attached payment methods stay. */
  wholeOf(record) {
    if (record.object === 'charge' || record.object === 'refund' || record.object === 'dispute')
      return record.payment_intent;
    const isWhole = ['payment_intent', 'setup_intent', 'token'].includes(record.object);
    return isWhole ? record.id : recipientOf(record);
  },
  /**
   * A declined payment counts as ended although another payment method may be tried: a load of declines must not fill the
   * memory. A token only links one call to the next.
   */
  hasEnded(whole, parts) {
    if (whole.object === 'token') return true;
    if (whole.object === 'account')
      return (
        parts.some(({ object }) => object === 'payout' || object === 'transfer_reversal') && !parts.some(isPending)
      );
    if (whole.object !== 'payment_intent' && whole.object !== 'setup_intent') return false;
    const declined = whole.status === 'requires_payment_method' && whole.lastError !== null;
    return (declined || finalStatuses.includes(whole.status)) && !parts.some(isPending);
  },
  referencesOf(record) {
    if (record.object === 'charge') return [record.payment_method];
    if (record.object !== 'payment_intent' && record.object !== 'setup_intent') return [];
    const attempted = record.object === 'setup_intent' ? record.attempt?.method : undefined;
    return [record.payment_method, record.lastError?.payment_method, attempted].flatMap((id) => id ?? []);
  },
  isRetained: (record) => record.object !== 'payment_method' || record.customer !== null,
};

/** The objects of all accounts in memory; of ended payments, set-ups and tokens only the newest are retained. */
export class StripeObjects extends ObjectStore<StripeRecord> {
  constructor(maxEndedRetained: number) {
    super(rules, maxEndedRetained);
  }

  /** Returns the intent of a page while its next action is open. */
  byPage(key: string, nowMs: number): AnyIntent | undefined {
    const [intent] = this.under(keys.page(key)) as AnyIntent[];
    return intent?.nextAction && intent.nextAction.expiresAtMs > nowMs ? intent : undefined;
  }

  refundsOf(charge: string): Refund[] {
    return this.under(keys.refunds(charge)) as Refund[];
  }

  /** The opened disputes of a charge. */
  disputesOf(charge: string): Dispute[] {
    return (this.under(keys.disputes(charge)) as Dispute[]).filter(({ deleted }) => !deleted);
  }

  /** The recipient's account with its external accounts, transfers and payouts. */
  ofRecipient(account: string): StripeRecord[] {
    return this.under(keys.recipient(account));
  }

  /** Returns the intents with this `metadata[order_id]`. */
  intentsOfOrder(account: string, order: string): Intent[] {
    return (this.under(keys.order(order)) as Intent[]).filter((intent) => intent.account === account);
  }
}
