import { aggregateKindOf, type AggregateKind } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import type { AggregateStore, Change, RedeliveryReply, Repository } from '@payorch/platform/shell';
import { loadShared, type Shared, sharedWrites, type SharingParts } from '../payments/persistence/shared/shared';

export type AggregateStores = Readonly<Record<AggregateKind, AggregateStore<unknown, Shared>>>;

/** The order of locks. */
const kinds: readonly AggregateKind[] = [
  ...(['payments', 'customers', 'payment_methods', 'mandates'] as const),
  ...(['blocklist', 'blocklist_chunks', 'relays', 'authentications', 'disputes'] as const),
];
/** A payment inserts its customer only where there is none: in one batch the request for the customer comes first. */
const writeOrder: readonly AggregateKind[] = [
  ...(['customers', 'payment_methods', 'payments', 'mandates'] as const),
  ...(['blocklist', 'blocklist_chunks', 'relays', 'authentications', 'disputes'] as const),
];

/** All aggregates of this service. The key of a message names the kind of its aggregate. */
export class Aggregates implements Repository<unknown, Shared> {
  constructor(
    private readonly stores: AggregateStores,
    private readonly sharing: SharingParts,
  ) {}

  merchantsOf(batch: readonly Incoming[]): readonly string[] {
    return [...new Set(batch.flatMap((message) => this.merchantsOfOne(message)))];
  }

  /** Its own merchant comes first. A message also reaches the customers that the merchant shares, and the deletion of a customer the accounts that share it. */
  private merchantsOfOne({ data, key }: Incoming): readonly string[] {
    const { merchantId } = data as { merchantId: MerchantId };
    const { owners } = this.sharing;
    const isOfCustomer = aggregateKindOf(key ?? '') === 'customers';
    return [merchantId, owners.customersOf(merchantId), ...(isOfCustomer ? owners.accountsSharing(merchantId) : [])];
  }

  async load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, unknown>> {
    const loads = kinds.flatMap((kind) => {
      const ofKind = keys.filter((key) => aggregateKindOf(key) === kind);
      return ofKind.length > 0 ? [this.stores[kind].load(sql, ofKind, purpose)] : [];
    });
    const loaded = await Promise.all(loads);
    return new Map(loaded.flatMap((states) => [...states]));
  }

  loadShared(sql: Sql, batch: readonly Incoming[], loading?: Promise<ReadonlyMap<string, unknown>>): Promise<Shared> {
    return loadShared(sql, batch, { ...(loading && { loading }), ...this.sharing });
  }

  writes(changes: readonly Change<unknown>[], shared: Shared): readonly Statement[] {
    const ofKinds = writeOrder.flatMap((kind) => {
      const ofKind = changes.filter(({ key }) => aggregateKindOf(key) === kind);
      return ofKind.length > 0 ? this.stores[kind].writes(ofKind, shared) : [];
    });
    return [...ofKinds, ...sharedWrites(this.sharing, shared)];
  }
}

/** The owner of one kind of aggregates, which knows the reply to a command that took effect before. */
interface Replying<State> {
  replyToRedelivery(state: State | undefined, incoming: Incoming, shared: Shared): RedeliveryReply;
}

export class RedeliveryReplies {
  constructor(private readonly owners: Readonly<Record<AggregateKind, Replying<unknown>>>) {}

  readonly replyToRedelivery = (state: unknown, incoming: Incoming, shared: Shared): RedeliveryReply =>
    this.owners[aggregateKindOf(incoming.key ?? '')].replyToRedelivery(state, incoming, shared);
}
