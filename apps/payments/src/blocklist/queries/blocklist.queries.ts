import type { DataOf } from '@payorch/contracts';
import { blocklistList } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { BlocklistStore } from '../persistence/blocklist.store';
import { entryJson } from './blocklist.view';

/** Runs a read that sees the rows of one merchant only. */
export abstract class BlocklistReads {
  abstract readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

@MessageController()
export class BlocklistQueries {
  constructor(
    private readonly reads: BlocklistReads,
    private readonly blocklist: BlocklistStore,
  ) {}

  @Query(blocklistList)
  async list({ merchantId, dataKind, limit, offset }: DataOf<typeof blocklistList>): Promise<Reply> {
    const page = await this.reads.read(merchantId, (sql) =>
      this.blocklist.list(sql, { merchantId, dataKind }, { limit, offset }),
    );
    const { entries, total } = page;
    const body = { count: entries.length, total_count: total, data: entries.map(entryJson) };
    return { kind: 'response', body: Buffer.from(JSON.stringify(body)) };
  }
}
