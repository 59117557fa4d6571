import { isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Page } from './page';
import { pageOf } from './page';
import type { PagePaths } from './page-paths';
import { authorizeMain, completedMain, invalidLinkMain, timeoutMain } from './templates';

/** What the customer authorizes, as the page shows it. */
export interface ShownPayment {
  /** Null for a set-up, which saves a payment method without a payment. */
  readonly amount: number | null;
  readonly currency: string;
  readonly method: string;
  readonly payment: string;
  /** The ids of the processor's own page, by which a suite finds the choice; absent: none. */
  readonly ids?: PageIds;
}

export interface PageIds {
  readonly container: string;
  readonly authorize: string;
  readonly reject: string;
}

function amountText(amount: number | null, currency: string): string {
  if (amount === null) return 'Nothing to pay now';
  const major = isCurrency(currency) ? toMajorText(money(BigInt(amount), currency)) : String(amount);
  return `${major} ${currency}`;
}

/** The page on which the customer authorizes, rejects or abandons a 3D Secure or redirect payment. */
export const authorizePage = (
  { amount, currency, method, payment, ids }: ShownPayment,
  { page, complete }: PagePaths,
): Page =>
  pageOf(
    'Authorize Payment',
    authorizeMain({
      amount: amountText(amount, currency),
      method,
      payment,
      complete,
      timeout: `${page}?timeout=true`,
      ids,
    }),
  );

export const timeoutPage = ({ page }: PagePaths): Page => pageOf('Payment left open', timeoutMain({ back: page }));

export const invalidLinkPage = (): Page => pageOf('Link not valid', invalidLinkMain);

/** The page after the choice, for payments without a return URL. */
export const completedPage = (confirmed: boolean): Page =>
  pageOf('Payment completed', completedMain({ heading: confirmed ? 'Payment authorized' : 'Payment rejected' }));
