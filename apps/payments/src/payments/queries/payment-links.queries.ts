import type { DataOf } from '@payorch/contracts';
import { paymentForLink, paymentLinkGet, paymentLinkList, paymentLinkPage, refuse } from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import { z } from 'zod';
import { checkCaller } from '../domain/caller';
import { findLink, findLinks } from '../persistence/payment-list';
import { hasLink, linkView, paymentForPage } from './payment-link.view';
import { QueryParts } from './payments.queries';
import { viewContextOf } from './view-context';

const response = (body: object): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body)) });

/** Shows payment links, lists them, and gives their pages what they show. */
@MessageController()
export class PaymentLinkQueries {
  constructor(private readonly parts: QueryParts) {}

  @Query(paymentLinkGet)
  async get(
    { merchantId, paymentLinkId, caller }: DataOf<typeof paymentLinkGet>,
    { incoming: { context: limits } }: KeyedDelivery,
  ): Promise<Reply> {
    const payment = await this.parts.read(merchantId, (sql) => findLink(sql, merchantId, paymentLinkId));
    const isHidden = limits.onlyProfile !== undefined && limits.onlyProfile !== payment?.profileId;
    if (!hasLink(payment) || isHidden) return refuse('payment_link_not_found');
    const now = this.parts.now();
    const refused = checkCaller(payment, caller, now);
    if (refused) return refused;
    return response(linkView(payment, { caller: caller.kind, now }, viewContextOf(payment, this.parts)));
  }

  @Query(paymentLinkList)
  async list({ merchantId, ...page }: DataOf<typeof paymentLinkList>): Promise<Reply> {
    const payments = await this.parts.read(merchantId, (sql) => findLinks(sql, merchantId, page));
    const shown = { caller: 'merchant', now: this.parts.now() } as const;
    return response(
      payments.filter(hasLink).map((payment) => linkView(payment, shown, viewContextOf(payment, this.parts))),
    );
  }

  @Query(paymentLinkPage)
  async page({ merchantId, paymentId, link }: DataOf<typeof paymentLinkPage>): Promise<Reply> {
    const payment = await this.parts.find(merchantId, paymentId);
    if (!hasLink(payment)) return refuse('payment_link_not_found');
    const { merchantName } = this.parts.settings.merchant(merchantId) ?? {};
    const context = viewContextOf(payment, this.parts);
    const shown = { context, merchantName: merchantName ?? null, now: this.parts.now() };
    return response(z.encode(paymentForLink, paymentForPage(payment, link, shown)));
  }
}
