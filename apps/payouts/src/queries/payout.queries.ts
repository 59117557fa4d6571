import type { DataOf, FindGsmRule, Refusal } from '@payorch/contracts';
import {
  isRefusal,
  keyOfPayout,
  payoutCard,
  payoutFilterValues,
  payoutGet,
  payoutLinkPage,
  payoutList,
  payoutStatus,
  payoutStatusCounts,
  refuse,
} from '@payorch/contracts';
import type { AccountSettings, KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { isHidden, jsonReply, MerchantReads } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { checkCaller } from '../domain/caller';
import type { Payout } from '../domain/payout';
import { hasLink } from '../domain/payout-link';
import { countByShown, findFilterValues, findPage } from '../persistence/payout-list';
import { PayoutRepository } from '../persistence/payout.repository';
import { payoutLinkView } from './payout-link.view';
import { payoutObject, payoutView } from './payout.view';

export abstract class ViewParts {
  /** The operators' rule for a processor's error. */
  abstract readonly gsmRule: FindGsmRule;
  abstract readonly settings: Pick<AccountSettings, 'merchant'>;
  abstract readonly now: () => Date;
}

/** Every query of the service. */
@MessageController()
export class PayoutQueries {
  constructor(
    private readonly reads: MerchantReads,
    private readonly repository: PayoutRepository,
    private readonly views: ViewParts,
  ) {}

  @Query(payoutGet)
  async get(query: DataOf<typeof payoutGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    const payout = await this.find(query, incoming);
    if (isRefusal(payout)) return payout;
    const { gsmRule } = this.views;
    const { expandAttempts } = query;
    return { kind: 'response', body: payoutView(payout, { gsmRule, expandAttempts }) };
  }

  @Query(payoutCard)
  async card(query: DataOf<typeof payoutCard>, { incoming }: KeyedDelivery): Promise<Reply> {
    const payout = await this.find(query, incoming);
    if (isRefusal(payout)) return payout;
    const { bin, extendedBin, fingerprint } = payout.destination?.card ?? {};
    return jsonReply({ card: fingerprint === undefined ? null : { bin, extendedBin, fingerprint } });
  }

  /** The token of the address was checked: the page shows what its recipient may know. */
  @Query(payoutLinkPage)
  async linkPage(query: DataOf<typeof payoutLinkPage>): Promise<Reply> {
    const payout = await this.reads.read(query.merchantId, (sql) => this.repository.find(sql, keyOfPayout(query)));
    if (!hasLink(payout)) return refuse('payout_link_not_found');
    const { settings, now } = this.views;
    const { publishableKey, merchantName } = settings.merchant(query.merchantId) ?? {};
    const parts = { now: now(), publishableKey, merchantName: merchantName ?? null };
    return { kind: 'response', body: payoutLinkView(payout, parts) };
  }

  /** The payout, where the caller may see it. */
  private async find(query: DataOf<typeof payoutCard>, incoming: KeyedDelivery['incoming']): Promise<Payout | Refusal> {
    const payout = await this.reads.read(query.merchantId, (sql) => this.repository.find(sql, keyOfPayout(query)));
    if (!payout || isHidden(payout, incoming)) return refuse('payout_not_found');
    return checkCaller(payout, query.caller) ?? payout;
  }

  @Query(payoutList)
  async list(query: DataOf<typeof payoutList>): Promise<Reply> {
    const { seals, read } = this.reads;
    const { payouts, total } = await read(query.merchantId, (sql) => findPage(sql, seals, query));
    const { gsmRule } = this.views;
    const data = payouts.map((payout) => payoutObject(payout, { gsmRule, expandAttempts: false }));
    return jsonReply({ size: data.length, total_count: total, data });
  }

  /** Counts every status of the interface, also those without payouts. */
  @Query(payoutStatusCounts)
  async statusCounts(query: DataOf<typeof payoutStatusCounts>): Promise<Reply> {
    const counts = await this.reads.read(query.merchantId, (sql) => countByShown(sql, query));
    return jsonReply({
      status_with_count: Object.fromEntries(payoutStatus.options.map((status) => [status, counts[status] ?? 0])),
    });
  }

  @Query(payoutFilterValues)
  async filterValues(query: DataOf<typeof payoutFilterValues>): Promise<Reply> {
    return jsonReply(await this.reads.read(query.merchantId, (sql) => findFilterValues(sql, query)));
  }
}
