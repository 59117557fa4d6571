import { Inject, Injectable } from '@nestjs/common';
import {
  type PageFrame,
  renderCollect,
  renderCollectExpired,
  renderCollectNotFound,
  renderUsed,
} from '@payorch/checkout-page';
import type { CollectLinkForPage, Refusal } from '@payorch/contracts';
import { collectLinkForPage, collectLinkPage, LinkTokens, outgoing, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { GatewayConfig } from '../config';
import { OwnerClient } from '../owners';
import {
  type LinkPage,
  mayAnswerUnder,
  pageLocaleFor,
  pageStyleOf,
  refusedPage,
  renderedPage,
} from '../payment-link-routes';
import type { PageRequest } from '../payment-link-routes';
import { PageDomains } from '../page-domains';
import type { RequestTrace } from '../request';
import { configToken } from '../tokens';

/** The address of a page, and what the browser says of itself. */
export interface CollectRequest extends PageRequest {
  readonly merchantId: string;
  readonly collectLinkId: string;
}

const notFound = refuse('collect_link_not_found');

/** The path of the address that the customer uses, without a slash at its end. */
const basePathOf = (origin: string): string => new URL(origin).pathname.replace(/\/$/, '');

/** Shows the pages of collect links to customers: the token of the address is the only credential. */
@Injectable()
export class CollectPages {
  private readonly tokens: LinkTokens;

  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(PageDomains) private readonly domains: Pick<PageDomains, 'serves'>,
    @Inject(configToken) private readonly config: Pick<
      GatewayConfig,
      'redirectSecrets' | 'keyEnvironment' | 'publicUrl'
    >,
  ) {
    this.tokens = new LinkTokens(config.redirectSecrets);
  }

  async page(request: CollectRequest, trace: RequestTrace): Promise<LinkPage | Refusal> {
    if (![request.merchantId, request.collectLinkId].every((id) => referenceIdPattern.test(id))) return notFound;
    const ids = { merchantId: request.merchantId as MerchantId, collectLinkId: request.collectLinkId };
    if (!this.tokens.isOfCollectLink(ids, request.token)) return notFound;
    trace.note?.({ merchant_id: ids.merchantId });
    const reply = await this.owner.query(outgoing(collectLinkPage, ids), { trace, timeout: 'noProcessorCallMs' });
    if (!Buffer.isBuffer(reply)) return reply;
    const shown = collectLinkForPage.parse(JSON.parse(reply.toString()));
    const { publicUrl } = this.config;
    const address = { host: request.host, publicUrl, linkAddress: shown.link.origin ?? publicUrl };
    // A collect link is of the merchant, not of a profile.
    const isProven = (domain: string) => this.domains.serves(ids.merchantId, domain, null);
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
    const { keyEnvironment, publicUrl } = this.config;
    const { theme, logo } = link;
    return {
      style: pageStyleOf({ theme, logo, seller_name: link.merchantName }, merchantName),
      locale: pageLocaleFor(request, null),
      // The page says that no money moves.
      isTestMode: keyEnvironment !== 'prd',
      basePath: basePathOf(link.origin ?? publicUrl),
    };
  }
}
