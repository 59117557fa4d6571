import type { MerchantId, PaymentId, PayoutId, Secret } from '@payorch/kernel';
import { sameSecret } from '@payorch/kernel';
import { createHmac } from 'node:crypto';

/** A payment, as the addresses of its pages name it. */
export interface PaymentInAddress {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
}

/** open: for everyone who has the link. secure: inside the merchant's own pages, with the customer's saved payment methods. */
export type LinkKind = 'open' | 'secure';

/** The query parameters of a link. */
export const linkTokenParameter = 'link_token';
export const linkLocaleParameter = 'locale';

export type LinkTokenOf = (payment: PaymentInAddress, kind: LinkKind) => string;

const kinds: readonly LinkKind[] = ['open', 'secure'];
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A link to a page where a customer saves a payment method, as its address names it. */
export interface CollectLinkInAddress {
  readonly merchantId: MerchantId;
  readonly collectLinkId: string;
}

/** A payout whose recipient says on a page where the money goes, as its address names it. */
export interface PayoutInAddress {
  readonly merchantId: MerchantId;
  readonly payoutId: PayoutId;
}

/**
 * Tokens of the pages of a payment link: HMAC-SHA256 over merchant, payment and kind. A client that knows only the ids of a payment
 * opens nothing, and the open link does not open the secure one. The first key makes tokens; every key verifies them.
 */
export class LinkTokens {
  constructor(private readonly keys: readonly [Secret, ...Secret[]]) {}

  readonly of: LinkTokenOf = (payment, kind) => tokenOf(payment, kind, this.keys[0]);

  /** The link that the token is of; undefined if no key made the token for this payment. */
  kindOf(payment: PaymentInAddress, token: string | undefined): LinkKind | undefined {
    if (token === undefined || !tokenPattern.test(token)) return undefined;
    // Tries every key and kind, so that the response time does not reveal which one made the token.
    const made = kinds.filter(
      (kind) => this.keys.filter((key) => sameSecret(tokenOf(payment, kind, key), token)).length > 0,
    );
    return made[0];
  }

  ofCollectLink(link: CollectLinkInAddress): string {
    return macOf(collectTextOf(link), this.keys[0]);
  }

  /** Whether one of the keys made the token for this collect link. */
  isOfCollectLink(link: CollectLinkInAddress, token: string | undefined): boolean {
    return this.isOf(collectTextOf(link), token);
  }

  ofPayoutLink(payout: PayoutInAddress): string {
    return macOf(payoutTextOf(payout), this.keys[0]);
  }

  /** Whether one of the keys made the token for the link of this payout. */
  isOfPayoutLink(payout: PayoutInAddress, token: string | undefined): boolean {
    return this.isOf(payoutTextOf(payout), token);
  }

  private isOf(text: string, token: string | undefined): boolean {
    if (token === undefined || !tokenPattern.test(token)) return false;
    return this.keys.filter((key) => sameSecret(macOf(text, key), token)).length > 0;
  }
}

// Ids contain no slash, and a redirect token is of three parts: no token stands for two things.
const tokenOf = ({ merchantId, paymentId }: PaymentInAddress, kind: LinkKind, key: Secret): string =>
  macOf(`${merchantId}/${paymentId}/link/${kind}`, key);
const collectTextOf = ({ merchantId, collectLinkId }: CollectLinkInAddress): string =>
  `${merchantId}/${collectLinkId}/link/collect`;
const payoutTextOf = ({ merchantId, payoutId }: PayoutInAddress): string => `${merchantId}/${payoutId}/link/payout`;

const macOf = (text: string, key: Secret): string =>
  createHmac('sha256', Buffer.from(key.reveal(), 'hex')).update(text).digest('base64url');

/** Where a link leads: the address of the gateway, or of the merchant's own domain in front of it. */
export interface LinkPlace {
  readonly origin: string;
  /** Null: the page has the language of the browser. */
  readonly locale: string | null;
  readonly token: string;
}

const queryOf = ({ locale, token }: LinkPlace): string =>
  `?${locale === null ? '' : `${linkLocaleParameter}=${encodeURIComponent(locale)}&`}${linkTokenParameter}=${token}`;

/** The address of the page where the customer pays. */
export const payAddress = ({ merchantId, paymentId }: PaymentInAddress, kind: LinkKind, place: LinkPlace): string =>
  `${place.origin}/payment_link/${kind === 'secure' ? 's/' : ''}${merchantId}/${paymentId}${queryOf(place)}`;

/** The address of the page that shows the result. */
export const statusAddress = ({ merchantId, paymentId }: PaymentInAddress, place: LinkPlace): string =>
  `${place.origin}/payment_link/status/${merchantId}/${paymentId}${queryOf(place)}`;

/** The address of the page where a customer saves a payment method. */
export const collectAddress = (
  { merchantId, collectLinkId }: CollectLinkInAddress,
  { origin, token }: Pick<LinkPlace, 'origin' | 'token'>,
): string => `${origin}/payment_methods/collect/${merchantId}/${collectLinkId}?${linkTokenParameter}=${token}`;

/** The address of the page where a recipient says where a payout goes. */
export const payoutAddress = ({ merchantId, payoutId }: PayoutInAddress, place: LinkPlace): string =>
  `${place.origin}/payout_link/${merchantId}/${payoutId}${queryOf(place)}`;
