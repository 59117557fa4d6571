import { isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Page } from './page';
import { pageOf } from './page';
import type { PagePaths } from './page-paths';
import { authorizeMain, completedMain, frameMain, invalidLinkMain, timeoutMain } from './templates';

/** What the customer authorizes, as the page shows it. */
export interface ShownPayment {
  /** Null for a set-up, which saves a payment method without a payment. */
  readonly amount: number | null;
  readonly currency: string;
  readonly method: string;
  readonly payment: string;
  /** The ids of the processor's own page, by which a suite finds the choice; absent: none. */
  readonly ids?: PageIds;
  /** How many frames lie around the choice; absent: none. */
  readonly frames?: number;
}

export interface PageIds {
  readonly container?: string;
  readonly authorize: string;
  readonly reject: string;
}

const title = 'Authorize Payment';

function amountText(amount: number | null, currency: string): string {
  if (amount === null) return 'Nothing to pay now';
  const major = isCurrency(currency) ? toMajorText(money(BigInt(amount), currency)) : String(amount);
  return `${major} ${currency}`;
}

/** The page on which the customer authorizes, rejects or abandons a 3D Secure or redirect payment. */
function choicePage(
  { amount, currency, method, payment, ids, frames = 0 }: ShownPayment,
  { page, complete }: PagePaths,
): Page {
  const main = {
    amount: amountText(amount, currency),
    method,
    payment,
    complete,
    timeout: `${page}?timeout=true`,
    ids,
  };
  const isFramed = frames > 0;
  return pageOf(title, authorizeMain({ ...main, isFramed }), { isFramed });
}

/**
 * The page on which the customer authorizes, rejects or abandons a 3D Secure or redirect payment. `depth`: of the frame
 * that is shown, 0 for the page itself. The innermost frame has the choice.
 */
export function authorizePage(shown: ShownPayment, paths: PagePaths, depth = 0): Page {
  const { frames = 0 } = shown;
  if (depth >= frames) return choicePage(shown, paths);
  const main = frameMain({ source: `${paths.page}?frame=${depth + 1}`, title });
  return pageOf(title, main, { hasFrame: true, isFramed: depth > 0 });
}

export const timeoutPage = ({ page }: PagePaths): Page => pageOf('Payment left open', timeoutMain({ back: page }));

export const invalidLinkPage = (): Page => pageOf('Link not valid', invalidLinkMain);

/** The page after the choice, for payments without a return URL. */
export const completedPage = (confirmed: boolean): Page =>
  pageOf('Payment completed', completedMain({ heading: confirmed ? 'Payment authorized' : 'Payment rejected' }));
