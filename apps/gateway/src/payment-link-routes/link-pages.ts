import { Inject, Injectable } from '@nestjs/common';
import {
  type PageStyle,
  type PaymentSummary,
  renderCheckout,
  renderExpired,
  renderFrameRefused,
  renderNotFound,
  renderStatus,
} from '@payorch/checkout-page';
import type { LinkKind, Refusal } from '@payorch/contracts';
import { isRefusal, LinkTokens, outgoing, paymentForLink, paymentLinkPage, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { GatewayConfig } from '../config';
import { OwnerClient } from '../owners';
import { PageDomains } from '../page-domains';
import type { RequestTrace } from '../request';
import { configToken } from '../tokens';
import { type PageRequest, pageLocaleFor } from './domain/page-request';
import { mayAnswerUnder } from './domain/page-host';
import { checkoutView, expiredView, statusView } from './domain/page-views';
import type { PageVisitor } from './client-of-page';
import { isFromOwnPage, isInFrameOf } from './domain/frame-of-page';
import { type LinkAnswers, PageAnswers, type ShownLink } from './link-answers';
import { type LinkPage, refusedPage, renderedPage } from './domain/rendered-page';

/** The address of a page, and what the browser says of itself. */
export interface LinkRequest extends PageRequest {
  readonly merchantId: string;
  readonly paymentId: string;
}

const notFound = refuse('payment_link_not_found');
const forbidden = refuse('link_forbidden', { resource: 'payment_link' });

/** Shows the pages of payment links to customers: the token of the address is the only credential. */
@Injectable()
export class LinkPages {
  private readonly tokens: LinkTokens;

  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(PageAnswers) private readonly answers: Pick<PageAnswers, 'of'>,
    @Inject(PageDomains) private readonly domains: Pick<PageDomains, 'serves'>,
    @Inject(configToken) private readonly config: Pick<
      GatewayConfig,
      'redirectSecrets' | 'keyEnvironment' | 'publicUrl'
    >,
  ) {
    this.tokens = new LinkTokens(config.redirectSecrets);
  }

  /** The page where the customer pays; how it went, or that the time is over, where there is nothing to pay. */
  async pay(kind: LinkKind, request: LinkRequest, visitor: PageVisitor): Promise<LinkPage | Refusal> {
    const shown = await this.shownBy(request, visitor.trace);
    if (isRefusal(shown)) return shown;
    if (shown.kind !== kind) return notFound;
    if (!isInAllowedFrame(shown, request)) return forbidden;
    return pageOf(shown, () => this.answers.of(shown, visitor));
  }

  /** The result. Both links lead to it. */
  async status(request: LinkRequest, trace: RequestTrace): Promise<LinkPage | Refusal> {
    const shown = await this.shownBy(request, trace);
    return isRefusal(shown) ? shown : statusPageOf(shown);
  }

  /** The payment for a page to which the page of a link leads, by either link. */
  async behind(request: LinkRequest, trace: RequestTrace): Promise<ShownLink | Refusal> {
    const shown = await this.shownBy(request, trace);
    if (isRefusal(shown) || isInAllowedFrame(shown, request)) return shown;
    return isFromOwnPage(request) ? shown : forbidden;
  }

  /** What a browser shows for a refusal; undefined where the error itself says more. */
  refused(refusal: Refusal, request: PageRequest): LinkPage | undefined {
    return refusedPage(refusal, request, {
      payment_link_not_found: renderNotFound,
      link_forbidden: renderFrameRefused,
    });
  }

  private async shownBy(request: LinkRequest, trace: RequestTrace): Promise<ShownLink | Refusal> {
    if (![request.merchantId, request.paymentId].every((id) => referenceIdPattern.test(id))) return notFound;
    const ids = { merchantId: request.merchantId as MerchantId, paymentId: request.paymentId as PaymentId };
    const kind = this.tokens.kindOf(ids, request.token);
    if (kind === undefined) return notFound;
    trace.note?.({ merchant_id: ids.merchantId, payment_id: ids.paymentId });
    const query = outgoing(paymentLinkPage, { ...ids, link: kind });
    const reply = await this.owner.query(query, { trace, timeout: 'noProcessorCallMs' });
    if (!Buffer.isBuffer(reply)) return reply.code === 'payment_not_found' ? notFound : reply;
    const link = paymentForLink.parse(JSON.parse(reply.toString()));
    const { publicUrl, keyEnvironment } = this.config;
    const address = { host: request.host, publicUrl, linkAddress: link.linkToPay };
    const isProven = (domain: string) => this.domains.serves(ids.merchantId, domain, link.profileId);
    if (!(await mayAnswerUnder(address, isProven))) return notFound;
    // The link of a payment that has no secure one any more.
    if (kind === 'secure' && link.allowedDomains === null) return notFound;
    // The page says that no money moves.
    const isTestMode = keyEnvironment !== 'prd';
    return { link, kind, context: { ...ids, locale: pageLocaleFor(request, link.locale), isTestMode } };
  }
}

/** The secure link only in a frame of an allowed site. */
const isInAllowedFrame = ({ link, kind }: ShownLink, request: PageRequest): boolean =>
  kind === 'open' || isInFrameOf(link.allowedDomains, request);

/** The pictures of the products, which the policy of the page permits. */
export const picturesOf = ({ orderLines }: PaymentSummary): { readonly pictures: readonly (string | null)[] } => ({
  pictures: orderLines.map(({ picture }) => picture),
});

/** A page of the link with its headers: only the secure link is for frames. */
export const linkPageOf = (
  { link, kind }: ShownLink,
  style: PageStyle,
  render: (nonce: string) => string,
  options?: Parameters<typeof renderedPage>[3],
): LinkPage => renderedPage(style, kind === 'secure' ? link.allowedDomains : null, render, options);

async function pageOf(shown: ShownLink, answers: () => Promise<LinkAnswers>): Promise<LinkPage> {
  const { link, context } = shown;
  if ((link.state === 'ended' && !link.isAtBank) || link.publishableKey === null) return statusPageOf(shown);
  if (link.state === 'expired') return expiredPageOf(shown);
  const view = { ...checkoutView(link, link.publishableKey, context), ...(await answers()) };
  return linkPageOf(shown, view.style, (nonce) => renderCheckout(view, nonce), {
    opensWallets: true,
    ...picturesOf(view),
  });
}

export function expiredPageOf(shown: ShownLink): LinkPage {
  const view = expiredView(shown.link, shown.context);
  return linkPageOf(shown, view.style, (nonce) => renderExpired(view, nonce));
}

export function statusPageOf(shown: ShownLink): LinkPage {
  const view = statusView(shown.link, shown.context);
  return linkPageOf(shown, view.style, (nonce) => renderStatus(view, nonce), picturesOf(view));
}
