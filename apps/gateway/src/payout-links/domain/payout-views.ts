import type { PageFrame, PayoutSummary } from '@payorch/checkout-page';
import { linkLocaleParameter, type PayoutForLink } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import { pageStyleOf } from '../../payment-link-routes';

/** What a page has besides its payout. */
export interface PayoutContext extends Pick<PageFrame, 'locale' | 'isTestMode'> {
  readonly payoutId: string;
}

const pathBefore = '/payout_link/';

/** The path of the address that the recipient uses: that of the link. */
const basePathOf = ({ link }: PayoutForLink): string => {
  const { pathname } = new URL(link.link);
  return pathname.slice(0, pathname.lastIndexOf(pathBefore));
};

/** The address of the page, of the same origin as the page, in its language. */
export function addressOf({ link }: PayoutForLink, { locale }: PayoutContext): string {
  const { pathname, searchParams } = new URL(link.link);
  searchParams.set(linkLocaleParameter, locale);
  return `${pathname}?${String(searchParams)}`;
}

export function frameOf(payout: PayoutForLink, { locale, isTestMode }: PayoutContext): PageFrame {
  const { theme, logo, merchant_name, form_layout } = payout.link.config;
  const config = {
    theme,
    logo,
    seller_name: merchant_name,
    sdk_layout: form_layout === 'journey' ? 'accordion' : 'tabs',
  };
  return { style: pageStyleOf(config, payout.merchantName), locale, isTestMode, basePath: basePathOf(payout) };
}

export const summaryOf = (payout: PayoutForLink, context: PayoutContext): PayoutSummary => ({
  ...frameOf(payout, context),
  payoutId: context.payoutId,
  amount: minorUnitsToJson(payout.money.amount),
  currency: payout.money.currency,
  description: payout.description,
  returnUrl: payout.returnUrl,
  destination: payout.destination,
});
