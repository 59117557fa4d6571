import type { DataOf } from '@payorch/contracts';
import { paymentForLink, paymentLinkGet, paymentLinkList, paymentLinkPage, refuse } from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { isHidden, jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { z } from 'zod';
import { checkCaller } from '../../domain/client/caller';
import { findLink, findLinks } from '../../persistence/list/payment-list';
import { hasLink, linkView, paymentForPage } from './payment-link.view';
import { QueryParts } from '../payments.queries';
import { viewContextOf } from '../payment/view-context';

/** Shows payment links, lists them, and gives their pages what they show. */
@MessageController()
export class PaymentLinkQueries {
  constructor(private readonly parts: QueryParts) {}

  @Query(paymentLinkGet)
  async get(
    { merchantId, paymentLinkId, caller }: DataOf<typeof paymentLinkGet>,
    { incoming }: KeyedDelivery,
  ): Promise<Reply> {
    const payment = await this.parts.read(merchantId, (sql) =>
      findLink(sql, this.parts.seals, merchantId, paymentLinkId),
    );
    if (!hasLink(payment) || isHidden(payment, incoming)) return refuse('payment_link_not_found');
    const now = this.parts.now();
    const refused = checkCaller(payment, caller, now);
    if (refused) return refused;
    return jsonReply(linkView(payment, { caller: caller.kind, now }, viewContextOf(payment, this.parts)));
  }

  @Query(paymentLinkList)
  async list({ merchantId, ...page }: DataOf<typeof paymentLinkList>): Promise<Reply> {
    const payments = await this.parts.read(merchantId, (sql) => findLinks(sql, this.parts.seals, merchantId, page));
    const shown = { caller: 'merchant', now: this.parts.now() } as const;
    return jsonReply(
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
    return jsonReply(z.encode(paymentForLink, paymentForPage(payment, link, shown)));
  }
}
