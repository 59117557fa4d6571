import type { LinkKind, LinkTokens, PaymentForLink, Refusal } from '@payorch/contracts';
import { errorBody, isRefusal, outgoing, paymentForLink, paymentLinkPage, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { randomBytes } from 'node:crypto';
import type { OwnerClient } from '../owners';
import {
  isAllowedFrame,
  languagesIn,
  type PageFrame,
  type PageLocale,
  pageLocaleOf,
  type PageStyle,
  renderCheckout,
  renderExpired,
  renderFrameRefused,
  renderNotFound,
  renderStatus,
} from '../payment-links';
import type { RequestTrace } from '../request';
import { linkPageHeaders } from './domain/page-headers';
import { pageStyleOf } from './domain/page-style';
import type { PageContext } from './domain/page-views';
import { checkoutView, expiredView, statusView } from './domain/page-views';

/** The address of a page, and what the browser says of itself. */
export interface LinkRequest {
  readonly merchantId: string;
  readonly paymentId: string;
  /** The token and the language of the query. */
  readonly token: string | undefined;
  readonly locale: string | undefined;
  /** The headers `accept-language`, `sec-fetch-dest` and `referer`. */
  readonly languages: string | undefined;
  readonly destination: string | undefined;
  readonly referer: string | undefined;
}

export interface LinkPage {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LinkPageOptions {
  readonly tokens: Pick<LinkTokens, 'kindOf'>;
  /** The pages say that no money moves. */
  readonly isTestMode: boolean;
}

const notFound = refuse('payment_link_not_found');
const forbidden = refuse('link_forbidden', { resource: 'payment_link' });
const newNonce = () => randomBytes(16).toString('base64');

interface Shown {
  readonly link: PaymentForLink;
  readonly kind: LinkKind;
  readonly context: PageContext;
}

/** Shows the pages of payment links to customers: the token of the address is the only credential. */
export class LinkPages {
  constructor(
    private readonly owner: Pick<OwnerClient, 'query'>,
    private readonly options: LinkPageOptions,
  ) {}

  /** The page where the customer pays; how it went, or that the time is over, where there is nothing to pay. */
  async pay(kind: LinkKind, request: LinkRequest, trace: RequestTrace): Promise<LinkPage | Refusal> {
    const shown = await this.shownBy(request, trace);
    if (isRefusal(shown)) return shown;
    if (shown.kind !== kind) return notFound;
    if (kind === 'secure' && !isInAllowedFrame(shown.link, request)) return forbidden;
    return pageOf(shown);
  }

  /** The result. Both links lead to it. */
  async status(request: LinkRequest, trace: RequestTrace): Promise<LinkPage | Refusal> {
    const shown = await this.shownBy(request, trace);
    return isRefusal(shown) ? shown : statusPageOf(shown);
  }

  /** What a browser shows for a refusal; undefined where the error itself says more. */
  refused(refusal: Refusal, request: LinkRequest): LinkPage | undefined {
    const render = refusedPages[refusal.code];
    if (!render) return undefined;
    const locale = localeOf(request, undefined);
    const view: PageFrame = { style: pageStyleOf({}, null), locale, isTestMode: false, basePath: '' };
    const nonce = newNonce();
    return {
      status: errorBody(refusal).status,
      body: render(view, nonce),
      headers: linkPageHeaders({ nonce, style: view.style, allowedDomains: null }),
    };
  }

  private async shownBy(request: LinkRequest, trace: RequestTrace): Promise<Shown | Refusal> {
    if (![request.merchantId, request.paymentId].every((id) => referenceIdPattern.test(id))) return notFound;
    const ids = { merchantId: request.merchantId as MerchantId, paymentId: request.paymentId as PaymentId };
    const kind = this.options.tokens.kindOf(ids, request.token);
    if (kind === undefined) return notFound;
    trace.note?.({ merchant_id: ids.merchantId, payment_id: ids.paymentId });
    const query = outgoing(paymentLinkPage, { ...ids, link: kind });
    const reply = await this.owner.query(query, { trace, timeout: 'noProcessorCallMs' });
    if (!Buffer.isBuffer(reply)) return reply.code === 'payment_not_found' ? notFound : reply;
    const link = paymentForLink.parse(JSON.parse(reply.toString()));
    // The link of a payment that has no secure one any more.
    if (kind === 'secure' && link.allowedDomains === null) return notFound;
    const { isTestMode } = this.options;
    return { link, kind, context: { ...ids, locale: localeOf(request, link), isTestMode } };
  }
}

const refusedPages: Readonly<Partial<Record<string, (view: PageFrame, nonce: string) => string>>> = {
  payment_link_not_found: renderNotFound,
  link_forbidden: renderFrameRefused,
};

const localeOf = ({ locale, languages }: LinkRequest, link: PaymentForLink | undefined): PageLocale =>
  pageLocaleOf([...(locale === undefined ? languagesIn(languages) : [locale]), link?.locale]);

/** Only a frame in a page of an allowed site: every browser names both, and no page can forge them. */
const isInAllowedFrame = ({ allowedDomains }: PaymentForLink, { destination, referer }: LinkRequest): boolean =>
  destination === 'iframe' && isAllowedFrame(allowedDomains ?? [], referer);

function rendered({ link, kind }: Shown, style: PageStyle, render: (nonce: string) => string): LinkPage {
  const nonce = newNonce();
  const allowedDomains = kind === 'secure' ? link.allowedDomains : null;
  return { status: 200, body: render(nonce), headers: linkPageHeaders({ nonce, style, allowedDomains }) };
}

function pageOf(shown: Shown): LinkPage {
  const { link, context } = shown;
  if (link.state === 'ended' || link.publishableKey === null) return statusPageOf(shown);
  if (link.state === 'expired') {
    const view = expiredView(link, context);
    return rendered(shown, view.style, (nonce) => renderExpired(view, nonce));
  }
  const view = checkoutView(link, link.publishableKey, context);
  return rendered(shown, view.style, (nonce) => renderCheckout(view, nonce));
}

function statusPageOf(shown: Shown): LinkPage {
  const view = statusView(shown.link, shown.context);
  return rendered(shown, view.style, (nonce) => renderStatus(view, nonce));
}
