import { Inject, Injectable } from '@nestjs/common';
import {
  chosenIn,
  isComplete,
  pageMessages,
  type PayoutView,
  plainPayoutBody,
  renderCollectExpired,
  renderCollectNotFound,
  renderFrameRefused,
  renderPayout,
  renderPayoutStatus,
  renderPayoutUnknown,
  type SentForm,
} from '@payorch/checkout-page';
import {
  errorBody,
  isRefusal,
  LinkTokens,
  outgoing,
  type PayoutForLink,
  payoutForLink,
  payoutLinkPage,
  refuse,
  type Refusal,
} from '@payorch/contracts';
import { type MerchantId, type PayoutId, referenceIdPattern } from '@payorch/kernel';
import { checkDto, PayoutConfirmRequest } from '@payorch/rest';
import { AccountCache } from '../auth';
import type { GatewayConfig } from '../config';
import { Limits } from '../limits';
import { OwnerClient } from '../owners';
import { PageDomains } from '../page-domains';
import {
  clientOfPage,
  isFromOwnPage,
  isInFrameOf,
  type LinkPage,
  mayAnswerUnder,
  pageLocaleFor,
  type PageRequest,
  type PageVisitor,
  refusedPage,
  renderedPage,
} from '../payment-link-routes';
import { ListingSettingsCache } from '../payment-method-list';
import { Payouts } from '../payouts';
import { configToken } from '../tokens';
import { payableTypes } from './domain/payable-types';
import { addressOf, type PayoutContext, summaryOf } from './domain/payout-views';

/** The address of a page, and what the browser says of itself. */
export interface PayoutPageRequest extends PageRequest {
  readonly merchantId: string;
  readonly payoutId: string;
}

/** A payout whose page the recipient has. */
interface Shown {
  readonly payout: PayoutForLink;
  readonly context: PayoutContext & { readonly merchantId: MerchantId };
}

const notFound = refuse('payout_link_not_found');
const forbidden = refuse('link_forbidden', { resource: 'payout_link' });
const noTests = refuse('link_configuration', {
  message: 'test_mode cannot be true for rendering payout_links in production',
});
const nothingSent = { sent: {}, message: null };

/** Statuses that last for a moment: the page looks again by itself. */
const short: ReadonlySet<string> = new Set(['requires_creation', 'pending']);
const refreshSeconds = 5;

/** Shows the pages of payouts to their recipients: the token of the address is the only credential. */
@Injectable()
export class PayoutPages {
  private readonly tokens: LinkTokens;

  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(Payouts) private readonly payouts: Pick<Payouts, 'confirm'>,
    @Inject(AccountCache) private readonly accounts: Pick<AccountCache, 'account'>,
    @Inject(ListingSettingsCache) private readonly settings: Pick<ListingSettingsCache, 'of'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'request'>,
    @Inject(PageDomains) private readonly domains: Pick<PageDomains, 'serves'>,
    @Inject(configToken) private readonly config: Pick<
      GatewayConfig,
      'redirectSecrets' | 'keyEnvironment' | 'publicUrl' | 'testConnectors'
    >,
  ) {
    this.tokens = new LinkTokens(config.redirectSecrets);
  }

  /** The page where the recipient says where the money goes; how it went, or that the time is over. */
  async page(request: PayoutPageRequest, visitor: PageVisitor): Promise<LinkPage | Refusal> {
    const shown = await this.shownBy(request, visitor);
    return isRefusal(shown) ? shown : this.pageOf(shown);
  }

  /** Confirms the payout by the form of a browser without scripts. A payout is confirmed once, so a second press pays nothing more. */
  async confirm(request: PayoutPageRequest, form: SentForm, visitor: PageVisitor): Promise<LinkPage | Refusal> {
    // A form of another site may not press the button of this one.
    if (request.site !== undefined && request.site !== 'same-origin') return forbidden;
    const shown = await this.shownBy(request, visitor);
    if (isRefusal(shown)) return shown;
    const { payout, context } = shown;
    const { access } = payout;
    const view = access && (await this.viewOf(shown, access));
    if (!view) return this.pageOf(shown);
    const again = (message: string | null) => formPage(payout, view, { sent: form, message });
    const method = chosenIn(view, form);
    if (!method || !isComplete(method, form, view.locale)) return again(null);
    const { accounts, limits } = this;
    const sender = await clientOfPage({ merchantId: context.merchantId, ...access }, visitor, { accounts, limits });
    if (!sender || isRefusal(sender)) return sender ?? notFound;
    const { saveNotAccepted } = pageMessages(view.locale);
    const checked = checkDto(PayoutConfirmRequest, plainPayoutBody(method, form, view));
    if (checked.kind === 'invalid') return again(saveNotAccepted);
    const confirmed = await this.payouts.confirm(context.payoutId, checked.value, sender);
    if (isRefusal(confirmed) && errorBody(confirmed).status >= 500) return unknownPage(shown);
    const now = await this.shownBy(request, visitor);
    if (isRefusal(now)) return now;
    return now.payout.state === 'open' && isRefusal(confirmed) ? again(saveNotAccepted) : this.pageOf(now);
  }

  /** What a browser shows for a refusal; undefined where the error itself says more. */
  refused(refusal: Refusal, request: PageRequest): LinkPage | undefined {
    return refusedPage(refusal, request, {
      payout_link_not_found: renderCollectNotFound,
      link_forbidden: renderFrameRefused,
    });
  }

  private async shownBy(request: PayoutPageRequest, { trace }: PageVisitor): Promise<Shown | Refusal> {
    if (![request.merchantId, request.payoutId].every((id) => referenceIdPattern.test(id))) return notFound;
    const ids = { merchantId: request.merchantId as MerchantId, payoutId: request.payoutId as PayoutId };
    if (!this.tokens.isOfPayoutLink(ids, request.token)) return notFound;
    trace.note?.({ merchant_id: ids.merchantId, payout_id: ids.payoutId });
    const reply = await this.owner.query(outgoing(payoutLinkPage, ids), { trace, timeout: 'noProcessorCallMs' });
    if (!Buffer.isBuffer(reply)) return reply;
    const payout = payoutForLink.parse(JSON.parse(reply.toString()));
    const { publicUrl, keyEnvironment } = this.config;
    const address = { host: request.host, publicUrl, linkAddress: payout.link.link };
    const isProven = (domain: string) => this.domains.serves(ids.merchantId, domain, payout.profileId);
    if (!(await mayAnswerUnder(address, isProven))) return notFound;
    const isLive = keyEnvironment === 'prd';
    const refused = refusalOfFrame(payout, request, isLive);
    if (refused) return refused;
    // The page says that no money moves.
    return { payout, context: { ...ids, locale: pageLocaleFor(request, null), isTestMode: !isLive } };
  }

  private async pageOf(shown: Shown): Promise<LinkPage | Refusal> {
    const { payout, context } = shown;
    if (payout.state === 'ended') return statusPage(shown);
    const summary = summaryOf(payout, context);
    if (payout.state === 'expired') {
      const view = { ...summary, expiredAt: payout.link.expiresAt };
      return pageFor(payout, summary, (nonce) => renderCollectExpired(view, nonce));
    }
    // The owner does not know the merchant's settings yet.
    if (!payout.access) return refuse('no_reply');
    const view = await this.viewOf(shown, payout.access);
    return view ? formPage(payout, view, nothingSent) : notFound;
  }

  /** Undefined: the merchant has no account any more. */
  private async viewOf(
    { payout, context }: Shown,
    access: NonNullable<PayoutForLink['access']>,
  ): Promise<PayoutView | undefined> {
    const account = await this.accounts.account(context.merchantId);
    const settings = account && (await this.settings.of(account));
    if (!settings) return undefined;
    const { testConnectors } = this.config;
    return {
      ...summaryOf(payout, context),
      ...access,
      expiresAt: payout.link.expiresAt,
      address: addressOf(payout, context),
      methodTypes: payableTypes(payout, { accounts: settings.payoutAccounts, testConnectors }),
    };
  }
}

/** The page is shown in a frame of an allowed site alone; for a test it is shown everywhere. */
function refusalOfFrame({ link }: PayoutForLink, request: PageRequest, isLive: boolean): Refusal | undefined {
  if (link.config.test_mode) return isLive ? noTests : undefined;
  return isInFrameOf(link.config.allowed_domains, request) || isFromOwnPage(request) ? undefined : forbidden;
}

const pageFor = (
  { link }: PayoutForLink,
  { style }: Pick<PayoutView, 'style'>,
  render: (nonce: string) => string,
): LinkPage => renderedPage(style, link.config.allowed_domains, render);

const formPage = (payout: PayoutForLink, view: PayoutView, form: Parameters<typeof renderPayout>[1]): LinkPage =>
  pageFor(payout, view, (nonce) => renderPayout(view, form, nonce));

const refreshing = (page: LinkPage, address: string): LinkPage => ({
  ...page,
  headers: { ...page.headers, refresh: `${refreshSeconds}; url=${address}` },
});

function statusPage({ payout, context }: Shown): LinkPage {
  const view = { ...summaryOf(payout, context), status: payout.status };
  const page = pageFor(payout, view, (nonce) => renderPayoutStatus(view, nonce));
  return short.has(payout.status) ? refreshing(page, addressOf(payout, context)) : page;
}

/** A page that looks again by itself. */
function unknownPage({ payout, context }: Shown): LinkPage {
  const view = summaryOf(payout, context);
  const address = addressOf(payout, context);
  return refreshing(
    pageFor(payout, view, (nonce) => renderPayoutUnknown(view, address, nonce)),
    address,
  );
}
