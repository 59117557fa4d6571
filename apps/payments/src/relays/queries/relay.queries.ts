import type { DataOf } from '@payorch/contracts';
import { refuse, relayGet, relayKey } from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { isHidden, MerchantReads } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { RelayStore } from '../persistence/relay.store';
import { relayView } from './relay.view';

@MessageController()
export class RelayQueries {
  constructor(
    private readonly reads: MerchantReads,
    private readonly store: RelayStore,
  ) {}

  @Query(relayGet)
  async get(query: DataOf<typeof relayGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    const relay = await this.reads.read(query.merchantId, (sql) => this.store.find(sql, relayKey(query)));
    if (!relay || isHidden(relay, incoming)) return refuse('relay_not_found');
    return { kind: 'response', body: relayView(relay) };
  }
}
