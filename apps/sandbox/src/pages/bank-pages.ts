import { isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Payment } from '../processor/payment';
import type { Page } from './page';
import { renderPage } from './page';
import { authorizeTemplate, completedTemplate, invalidLinkTemplate, timeoutTemplate } from './templates';

/** What the customer is asked to agree to, and where the choices lead. */
export interface ChallengeDetails {
  /** Null where nothing is to be paid: a method is saved. */
  readonly amount: number | null;
  readonly currency: string;
  readonly method: string;
  readonly payment: string;
  readonly page: string;
  readonly complete: string;
}

function amountText(amount: number | null, currency: string): string {
  if (amount === null) return 'Nothing to pay now';
  const major = isCurrency(currency) ? toMajorText(money(BigInt(amount), currency)) : String(amount);
  return `${major} ${currency}`;
}

/** Where the customer, sent here by 3D Secure or a redirect method, agrees, refuses or walks away. */
export const authorizePage = ({ amount, currency, method, payment, page, complete }: ChallengeDetails): Page =>
  renderPage('Authorize Payment', authorizeTemplate, {
    amount: amountText(amount, currency),
    method,
    payment,
    complete,
    timeout: `${page}?timeout=true`,
  });

export const timeoutPage = ({ page }: Pick<ChallengeDetails, 'page'>): Page =>
  renderPage('Payment left open', timeoutTemplate, { back: page });

export const invalidLinkPage = (): Page => renderPage('Link not valid', invalidLinkTemplate, {});

/** For payments without a page to return to. */
export const completedPage = (confirmed: boolean): Page =>
  renderPage('Payment completed', completedTemplate, {
    heading: confirmed ? 'Payment authorized' : 'Payment rejected',
  });

/** What a test processor asks about a payment. */
export const challengeDetailsOf = (
  { amount, currency, methodName, id }: Payment,
  attemptId: string,
): ChallengeDetails => ({
  amount,
  currency,
  method: methodName,
  payment: id,
  page: `/dummy-connector/authorize/${attemptId}`,
  complete: `/dummy-connector/complete/${attemptId}`,
});
