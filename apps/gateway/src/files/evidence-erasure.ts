import {
  disputeErasableEvidence,
  erasableEvidence,
  isRefusal,
  mostErasableDisputes,
  outgoing,
} from '@payorch/contracts';
import { type DisputeId, type MerchantId, newId } from '@payorch/kernel';
import { newTraceparent } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import type { OwnerClient } from '../owners';
import type { Database } from '../persistence';
import type { FileDispute, FileRepository } from './persistence/file.repository';

export interface EvidenceErasureParts {
  readonly database: Pick<Database, 'read' | 'change'>;
  readonly files: Pick<FileRepository, 'disputesAfter' | 'markErased'>;
  readonly owner: Pick<OwnerClient, 'query'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly everyMs: number;
}

const beforeAll = { merchantId: '' as MerchantId, disputeId: '' };

/**
 * Erases the evidence of deleted customers once their disputes are closed. Each round asks the owner of disputes about the next page
 * of those with files, so no message about a deletion can be lost, and the load does not depend on the number of files.
 */
export class EvidenceErasure extends PeriodicWorker {
  private after: FileDispute = beforeAll;

  constructor(private readonly parts: EvidenceErasureParts) {
    super({ everyMs: parts.everyMs });
  }

  async round(): Promise<void> {
    const { database, files, logger } = this.parts;
    try {
      const page = await database.read('every', (sql) => files.disputesAfter(sql, this.after, mostErasableDisputes));
      for (const merchantId of new Set(page.map((one) => one.merchantId))) {
        if (this.isStopping) return;
        const ofMerchant = page.filter((one) => one.merchantId === merchantId);
        await this.erase(
          merchantId,
          ofMerchant.map(({ disputeId }) => disputeId as DisputeId),
        );
      }
      // After the last page the next round begins again: a dispute may have been closed since.
      this.after = page.length === mostErasableDisputes ? page.at(-1)! : beforeAll;
    } catch (error) {
      logger.warn({ error }, 'the gateway could not look for evidence of deleted customers; it retries');
    }
  }

  /** A service that is away is asked again in the next walk. */
  private async erase(merchantId: MerchantId, disputeIds: DisputeId[]): Promise<void> {
    const { database, files, owner, logger } = this.parts;
    const trace = { correlationId: newId('req'), traceparent: newTraceparent() };
    const query = outgoing(disputeErasableEvidence, { merchantId, disputeIds });
    const reply = await owner.query(query, { trace, timeout: 'noProcessorCallMs' });
    if (isRefusal(reply)) return;
    const { disputeIds: erasable } = erasableEvidence.parse(JSON.parse(reply.toString()));
    if (erasable.length === 0) return;
    const erased = await database.change([merchantId], (sql) => files.markErased(sql, merchantId, erasable));
    logger.info({ merchantId, files: erased }, 'evidence of deleted customers is erased');
  }
}
