import type { DataOf } from '@payorch/contracts';
import { blocklistJudge, blocklistList } from '@payorch/contracts';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { PaymentMethodReads } from '../../payment-methods/queries/payment-method.queries';
import { isGuardedByBlocklist } from '../../settings/is-guarded';
import { findBlockedCards } from '../persistence/blocked-cards';
import { BlocklistStore } from '../persistence/blocklist.store';
import { entryJson } from './blocklist.view';

@MessageController()
export class BlocklistQueries {
  constructor(
    private readonly reads: PaymentMethodReads,
    private readonly blocklist: BlocklistStore,
  ) {}

  @Query(blocklistList)
  async list({ merchantId, dataKind, limit, offset }: DataOf<typeof blocklistList>): Promise<Reply> {
    const page = await this.reads.read(merchantId, (sql) =>
      this.blocklist.list(sql, { merchantId, dataKind }, { limit, offset }),
    );
    const { entries, total } = page;
    const body = { count: entries.length, total_count: total, data: entries.map(entryJson) };
    return jsonReply(body);
  }

  /** Without a read where the merchant's blocklist does not apply. */
  @Query(blocklistJudge)
  async judge({ merchantId, card }: DataOf<typeof blocklistJudge>): Promise<Reply> {
    if (!isGuardedByBlocklist(this.reads.settings, merchantId)) return jsonReply({ isBlocked: false });
    const guarded = { merchantId, card };
    const blocked = await this.reads.read(merchantId, (sql) => findBlockedCards(sql, new Set([merchantId]), [guarded]));
    return jsonReply({ isBlocked: blocked.has(guarded) });
  }
}
