import type { MerchantId, PaymentId, Secret } from '@payorch/kernel';
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
}

function tokenOf({ merchantId, paymentId }: PaymentInAddress, kind: LinkKind, key: Secret): string {
  // Ids contain no slash, and a redirect token is of three parts: no token stands for two things.
  const code = createHmac('sha256', Buffer.from(key.reveal(), 'hex')).update(`${merchantId}/${paymentId}/link/${kind}`);
  return code.digest('base64url');
}

/** Where a link leads: the address of the gateway, or of the merchant's own domain in front of it. */
export interface LinkPlace {
  readonly origin: string;
  readonly locale: string;
  readonly token: string;
}

const queryOf = ({ locale, token }: LinkPlace): string =>
  `?${linkLocaleParameter}=${encodeURIComponent(locale)}&${linkTokenParameter}=${token}`;

/** The address of the page where the customer pays. */
export const payAddress = ({ merchantId, paymentId }: PaymentInAddress, kind: LinkKind, place: LinkPlace): string =>
  `${place.origin}/payment_link/${kind === 'secure' ? 's/' : ''}${merchantId}/${paymentId}${queryOf(place)}`;

/** The address of the page that shows the result. */
export const statusAddress = ({ merchantId, paymentId }: PaymentInAddress, place: LinkPlace): string =>
  `${place.origin}/payment_link/status/${merchantId}/${paymentId}${queryOf(place)}`;
