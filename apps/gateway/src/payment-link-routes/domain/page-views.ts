import { declineByCode, pageMessages } from '@payorch/checkout-page';
import type {
  CheckoutView,
  ExpiredView,
  OrderLine,
  PageFrame,
  PageLocale,
  PaymentSummary,
  PlainView,
  StatusView,
} from '@payorch/checkout-page';
import type { JsonObject, PaymentForLink } from '@payorch/contracts';
import { linkLocaleParameter } from '@payorch/contracts';
import { minorUnits, minorUnitsToJson } from '@payorch/kernel';
import { addressLines } from './address-lines';
import { pageStyleOf } from './page-style';

/** What a page has besides its payment. */
export interface PageContext {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly locale: PageLocale;
  /** The page says that no money moves. */
  readonly isTestMode: boolean;
}

/** The path of the address that the customer uses: that of the link. */
const basePathOf = ({ linkToPay }: PaymentForLink): string => {
  const { pathname } = new URL(linkToPay);
  return pathname.slice(0, pathname.indexOf('/payment_link/'));
};

/** A path beside that of the page, with the link's token; of the same origin as the page, which its forms need. */
function besideOf(name: 'plain' | 'another', link: PaymentForLink, context: PageContext): string {
  const { merchantId, paymentId, locale } = context;
  const { searchParams } = new URL(link.linkToPay);
  searchParams.set(linkLocaleParameter, locale);
  return `${basePathOf(link)}/payment_link/${name}/${merchantId}/${paymentId}?${String(searchParams)}`;
}

const frameOf = (link: PaymentForLink, { locale, isTestMode }: PageContext): PageFrame => ({
  style: pageStyleOf(link.config, link.merchantName),
  locale,
  isTestMode,
  basePath: basePathOf(link),
});

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

const lineOf = ({ product_name: name, quantity, amount, product_img_link: image }: JsonObject): OrderLine[] => {
  const picture = typeof image === 'string' ? image : null;
  return typeof name === 'string' && isCount(quantity) && isCount(amount) ? [{ name, quantity, amount, picture }] : [];
};

const summaryOf = (link: PaymentForLink, { merchantId, paymentId, locale }: PageContext): PaymentSummary => ({
  merchantId,
  paymentId,
  amount: minorUnitsToJson(link.money.amount),
  currency: link.money.currency,
  description: link.description,
  orderLines: link.orderDetails.flatMap(lineOf),
  shippingLines: addressLines(link.shippingAddress, locale),
  returnUrl: link.returnUrl ?? '',
});

/** The page where a customer pays, without the answers of the API. */
export const checkoutView = (
  link: PaymentForLink,
  publishableKey: string,
  context: PageContext,
): Omit<CheckoutView, 'known' | 'paysWithoutScript'> => ({
  ...plainView(link, context),
  publishableKey,
  clientSecret: link.clientSecret,
  listsSavedMethods: link.listsSavedMethods,
});

/** What the customer pays without a plan of installments, which the page without scripts does not offer: its payment methods have none. */
export const inFullView = (link: PaymentForLink, context: PageContext): PlainView => {
  const view = plainView(link, context);
  return { ...view, amount: view.amount - minorUnitsToJson(link.planInterest ?? minorUnits(0n)) };
};

export const plainView = (link: PaymentForLink, context: PageContext): PlainView => ({
  ...frameOf(link, context),
  ...summaryOf(link, context),
  expiresAt: link.expiresAt,
  plainAddress: besideOf('plain', link, context),
  anotherAddress: besideOf('another', link, context),
});

/** Why the last try failed, in the customer's words; null where nothing more is known than that it failed. */
export function reasonOf(
  { status, standardisedCode, unifiedMessage }: PaymentForLink,
  { locale }: Pick<PageContext, 'locale'>,
): string | null {
  const key = status === 'failed' ? declineByCode(standardisedCode)?.key : undefined;
  return key ? pageMessages(locale)[key] : unifiedMessage;
}

export const statusView = (link: PaymentForLink, context: PageContext): StatusView => ({
  ...frameOf(link, context),
  ...summaryOf(link, context),
  status: link.status,
  changedAt: link.changedAt,
  reason: reasonOf(link, context),
  linkToPay: link.state === 'payable' ? link.linkToPay : null,
});

export const expiredView = (link: PaymentForLink, context: PageContext): ExpiredView => ({
  ...frameOf(link, context),
  expiredAt: link.expiresAt,
  returnUrl: link.returnUrl,
});
