import { majorTextOf } from '../amount-text';
import type { Page } from './page';
import { pageOf } from './page';
import type { PagePaths } from './page-paths';
import type { ChoiceLink } from './templates';
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
  /** How the processor's own page marks and names its choices; absent: our own words. */
  readonly marks?: Readonly<Record<'authorize' | 'reject', ChoiceMarks>>;
  /** How many frames lie around the choice; absent: none. */
  readonly frames?: number;
  /** The names of the frames on the processor's own page, from the outside in. */
  readonly frameMarks?: readonly FrameMarks[];
}

export interface PageIds {
  readonly container?: string;
  readonly authorize: string;
  readonly reject: string;
}

export interface ChoiceMarks {
  readonly text: string;
  readonly classes?: string;
  readonly name?: string;
  readonly role?: 'button';
}

export interface FrameMarks {
  readonly id?: string;
  readonly name: string;
}

const title = 'Authorize Payment';

const amountText = (amount: number | null, currency: string): string =>
  amount === null ? 'Nothing to pay now' : `${majorTextOf(amount, currency)} ${currency}`;

const words = { authorize: { text: 'Authorize payment' }, reject: { text: 'Reject payment' } };

/** The page on which the customer authorizes, rejects or abandons a 3D Secure or redirect payment. */
function choicePage(
  { amount, currency, method, payment, ids, marks = words, frames = 0 }: ShownPayment,
  { page, complete }: PagePaths,
): Page {
  const isFramed = frames > 0;
  const link = (kind: string, href: string, { text, classes, ...rest }: ChoiceMarks, id?: string): ChoiceLink => ({
    classes: classes === undefined ? kind : `${kind} ${classes}`,
    href,
    text,
    attributes: Object.entries({ ...(id && { id }), ...(isFramed && { target: '_top' }), ...rest }),
  });
  const links = [
    link('authorize', `${complete}?confirm=true`, marks.authorize, ids?.authorize),
    link('reject', `${complete}?confirm=false`, marks.reject, ids?.reject),
    link('timeout', `${page}?timeout=true`, { text: 'Time out' }),
  ];
  const shown = { amount: amountText(amount, currency), method, payment, container: ids?.container, links };
  return pageOf(title, authorizeMain(shown), { isFramed });
}

/**
 * The page on which the customer authorizes, rejects or abandons a 3D Secure or redirect payment. `depth`: of the frame
 * that is shown, 0 for the page itself. The innermost frame has the choice.
 */
export function authorizePage(shown: ShownPayment, paths: PagePaths, depth = 0): Page {
  const { frames = 0, frameMarks = [] } = shown;
  if (depth >= frames) return choicePage(shown, paths);
  const { id, name } = frameMarks[depth] ?? {};
  const main = frameMain({ source: `${paths.page}?frame=${depth + 1}`, title, id, name });
  return pageOf(title, main, { hasFrame: true, isFramed: depth > 0 });
}

export const timeoutPage = ({ page }: PagePaths): Page => pageOf('Payment left open', timeoutMain({ back: page }));

export const invalidLinkPage = (): Page => pageOf('Link not valid', invalidLinkMain);

/** The page after the choice, for payments without a return URL. */
export const completedPage = (confirmed: boolean): Page =>
  pageOf('Payment completed', completedMain({ heading: confirmed ? 'Payment authorized' : 'Payment rejected' }));
