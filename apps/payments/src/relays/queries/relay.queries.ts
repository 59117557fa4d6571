import type { DataOf } from '@payorch/contracts';
import { refuse, relayGet } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { isHidden } from '../messages/relay-decisions';
import { RelayStore } from '../persistence/relay.store';
import { relayView } from './relay.view';

/** Runs a read that sees the rows of one merchant only. */
export abstract class RelayReads {
  abstract readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

@MessageController()
export class RelayQueries {
  constructor(
    private readonly reads: RelayReads,
    private readonly store: RelayStore,
  ) {}

  @Query(relayGet)
  async get({ merchantId, relayId }: DataOf<typeof relayGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    const relay = await this.reads.read(merchantId, (sql) => this.store.find(sql, merchantId, relayId));
    if (!relay || isHidden(relay, incoming)) return refuse('relay_not_found');
    return { kind: 'response', body: relayView(relay) };
  }
}
