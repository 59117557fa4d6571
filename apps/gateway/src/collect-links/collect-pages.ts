import type { CollectLinkForPage, LinkTokens, Refusal } from '@payorch/contracts';
import { collectLinkForPage, collectLinkPage, outgoing, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { OwnerClient } from '../owners';
import {
  type PageFrame,
  renderCollect,
  renderCollectExpired,
  renderCollectNotFound,
  renderUsed,
} from '../payment-links';
import {
  type LinkPage,
  mayAnswerUnder,
  pageLocaleFor,
  pageStyleOf,
  refusedPage,
  renderedPage,
} from '../payment-link-routes';
import type { PageRequest } from '../payment-link-routes';
import type { PageDomains } from '../page-domains';
import type { RequestTrace } from '../request';

/** The address of a page, and what the browser says of itself. */
export interface CollectRequest extends PageRequest {
  readonly merchantId: string;
  readonly collectLinkId: string;
}

export interface CollectPageOptions {
  readonly tokens: Pick<LinkTokens, 'isOfCollectLink'>;
  /** The pages say that no money moves. */
  readonly isTestMode: boolean;
  /** The gateway's own address. */
  readonly publicUrl: string;
  readonly domains: Pick<PageDomains, 'serves'>;
}

const notFound = refuse('collect_link_not_found');

/** The path of the address that the customer uses, without a slash at its end. */
const basePathOf = (origin: string): string => new URL(origin).pathname.replace(/\/$/, '');

/** Shows the pages of collect links to customers: the token of the address is the only credential. */
export class CollectPages {
  constructor(
    private readonly owner: Pick<OwnerClient, 'query'>,
    private readonly options: CollectPageOptions,
  ) {}

  async page(request: CollectRequest, trace: RequestTrace): Promise<LinkPage | Refusal> {
    if (![request.merchantId, request.collectLinkId].every((id) => referenceIdPattern.test(id))) return notFound;
    const ids = { merchantId: request.merchantId as MerchantId, collectLinkId: request.collectLinkId };
    if (!this.options.tokens.isOfCollectLink(ids, request.token)) return notFound;
    trace.note?.({ merchant_id: ids.merchantId });
    const reply = await this.owner.query(outgoing(collectLinkPage, ids), { trace, timeout: 'noProcessorCallMs' });
    if (!Buffer.isBuffer(reply)) return reply;
    const shown = collectLinkForPage.parse(JSON.parse(reply.toString()));
    const { publicUrl, domains } = this.options;
    const address = { host: request.host, publicUrl, linkAddress: shown.link.origin ?? publicUrl };
    // A collect link is of the merchant, not of a profile.
    const isProven = (domain: string) => domains.serves(ids.merchantId, domain, null);
    return (await mayAnswerUnder(address, isProven)) ? this.rendered(shown, request) : notFound;
  }

  /** What a browser shows for a refusal; undefined where the error itself says more. */
  refused(refusal: Refusal, request: PageRequest): LinkPage | undefined {
    return refusedPage(refusal, request, { collect_link_not_found: renderCollectNotFound });
  }

  private rendered(shown: CollectLinkForPage, request: PageRequest): LinkPage | Refusal {
    const { link, state, access } = shown;
    const view = { ...this.frameOf(shown, request), returnUrl: link.returnUrl };
    const page = (render: (nonce: string) => string): LinkPage => renderedPage(view.style, link.allowedDomains, render);
    if (state === 'used') return page((nonce) => renderUsed(view, nonce));
    if (state === 'expired')
      return page((nonce) => renderCollectExpired({ ...view, expiredAt: link.expiresAt }, nonce));
    // The owner does not know the merchant's settings yet.
    if (!access) return refuse('no_reply');
    const { expiresAt, enabledMethods } = link;
    return page((nonce) => renderCollect({ ...view, ...access, expiresAt, enabledMethods }, nonce));
  }

  private frameOf({ link, merchantName }: CollectLinkForPage, request: PageRequest): PageFrame {
    const { isTestMode, publicUrl } = this.options;
    const { theme, logo } = link;
    return {
      style: pageStyleOf({ theme, logo, seller_name: link.merchantName }, merchantName),
      locale: pageLocaleFor(request, null),
      isTestMode,
      basePath: basePathOf(link.origin ?? publicUrl),
    };
  }
}
