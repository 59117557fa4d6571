import { isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Payment } from '../processor/payment';
import type { Page } from './page';
import { renderPage } from './page';
import { authorizeTemplate, completedTemplate, invalidLinkTemplate, timeoutTemplate } from './templates';

/** What the customer authorizes on the page, and the links of the choices. */
export interface ChallengeDetails {
  /** Null for a set-up, which saves a payment method without a payment. */
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

/** The page on which the customer authorizes, rejects or abandons a 3D Secure or redirect payment. */
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

/** The page after the choice, for payments without a return URL. */
export const completedPage = (confirmed: boolean): Page =>
  renderPage('Payment completed', completedTemplate, {
    heading: confirmed ? 'Payment authorized' : 'Payment rejected',
  });

/** The challenge of a test processor's payment. */
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
