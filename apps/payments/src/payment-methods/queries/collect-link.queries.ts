import type { DataOf } from '@payorch/contracts';
import { collectedMethodId, collectLinkPage, refuse } from '@payorch/contracts';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import { hasCollectLink } from '../domain/collect-link';
import { PaymentMethodStore } from '../persistence/payment-method.store';
import { linkForPage } from './collect-link.view';
import { PaymentMethodReads } from './payment-method.queries';

/** Gives the pages of collect links what they show. */
@MessageController()
export class CollectLinkQueries {
  constructor(
    private readonly reads: PaymentMethodReads,
    private readonly store: PaymentMethodStore,
  ) {}

  @Query(collectLinkPage)
  async page({ merchantId, collectLinkId }: DataOf<typeof collectLinkPage>): Promise<Reply> {
    const id = collectedMethodId(merchantId, collectLinkId);
    const found = await this.reads.read(merchantId, (sql) => this.store.find(sql, merchantId, id));
    if (!hasCollectLink(found)) return refuse('collect_link_not_found');
    const { publishableKey, merchantName } = this.reads.settings.merchant(merchantId) ?? {};
    const parts = { now: this.reads.now(), publishableKey, merchantName: merchantName ?? null };
    return { kind: 'response', body: linkForPage(found, parts) };
  }
}
