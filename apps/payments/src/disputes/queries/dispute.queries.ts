import type { DataOf, DisputeEvidence } from '@payorch/contracts';
import {
  disputeAggregate,
  disputeErasableEvidence,
  disputeEvidenceGet,
  disputeGet,
  disputeKey,
  disputeList,
  disputeStatuses,
  refuse,
} from '@payorch/contracts';
import type { DisputeId, MerchantId } from '@payorch/kernel';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { isHidden, jsonReply, MerchantReads } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import type { Dispute } from '../domain/dispute';
import { countDisputes, findDisputes } from '../persistence/dispute-list';
import { findErasable } from '../persistence/erasable-evidence';
import { DisputeStore } from '../persistence/dispute.store';
import { findReturnedSums, withReturned } from '../persistence/returned-sums';
import { disputeJson } from './dispute.view';

type About = { readonly merchantId: MerchantId; readonly disputeId: DisputeId };

@MessageController()
export class DisputeQueries {
  constructor(
    private readonly reads: MerchantReads,
    private readonly store: DisputeStore,
  ) {}

  @Query(disputeGet)
  get(query: DataOf<typeof disputeGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    return this.reads.read(query.merchantId, async (sql) => {
      const dispute = await this.visible(sql, query, incoming);
      const [shown] = dispute ? await views(sql, [dispute]) : [];
      return shown ? jsonReply(shown) : refuse('dispute_not_found');
    });
  }

  @Query(disputeEvidenceGet)
  evidence(query: DataOf<typeof disputeEvidenceGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    return this.reads.read(query.merchantId, async (sql) => {
      const dispute = await this.visible(sql, query, incoming);
      return dispute ? jsonReply(dispute.evidence satisfies DisputeEvidence) : refuse('dispute_not_found');
    });
  }

  @Query(disputeErasableEvidence)
  erasable({ merchantId, disputeIds }: DataOf<typeof disputeErasableEvidence>): Promise<Reply> {
    return this.reads.read(merchantId, async (sql) =>
      jsonReply({ disputeIds: await findErasable(sql, merchantId, disputeIds) }),
    );
  }

  @Query(disputeList)
  list(query: DataOf<typeof disputeList>): Promise<Reply> {
    return this.reads.read(query.merchantId, async (sql) =>
      jsonReply(await views(sql, await findDisputes(sql, query))),
    );
  }

  @Query(disputeAggregate)
  aggregate(query: DataOf<typeof disputeAggregate>): Promise<Reply> {
    return this.reads.read(query.merchantId, async (sql) => {
      const counted = await countDisputes(sql, query);
      const counts = disputeStatuses.map((status) => [status, counted[status] ?? 0] as const);
      return jsonReply({ status_with_count: Object.fromEntries(counts) });
    });
  }

  private async visible(sql: Sql, about: About, incoming: KeyedDelivery['incoming']): Promise<Dispute | undefined> {
    const dispute = await this.store.find(sql, disputeKey(about));
    return dispute && !isHidden(dispute, incoming) ? dispute : undefined;
  }
}

/** With the refunds as they are now. */
async function views(sql: Sql, disputes: readonly Dispute[]) {
  const sums = await findReturnedSums(sql, disputes);
  return disputes.map((dispute) => disputeJson(withReturned(dispute, sums)));
}
