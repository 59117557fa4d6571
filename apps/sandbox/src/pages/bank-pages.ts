import { isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Payment } from '../processor/payment';
import type { Page } from './page';
import { renderPage } from './page';
import { authorizeTemplate, completedTemplate, invalidLinkTemplate, timeoutTemplate } from './templates';

const amountText = ({ amount, currency }: Payment): string =>
  isCurrency(currency) ? toMajorText(money(BigInt(amount), currency)) : String(amount);

/** Where the customer, sent here by 3D Secure or a redirect method, agrees, refuses or walks away. */
export const authorizePage = (payment: Payment, attemptId: string): Page =>
  renderPage('Authorize Payment', authorizeTemplate, {
    amount: amountText(payment),
    currency: payment.currency,
    method: payment.methodName,
    payment: payment.id,
    complete: `/dummy-connector/complete/${attemptId}`,
    timeout: `/dummy-connector/authorize/${attemptId}?timeout=true`,
  });

export const timeoutPage = (attemptId: string): Page =>
  renderPage('Payment left open', timeoutTemplate, { back: `/dummy-connector/authorize/${attemptId}` });

export const invalidLinkPage = (): Page => renderPage('Link not valid', invalidLinkTemplate, {});

/** For payments without a page to return to. */
export const completedPage = (confirmed: boolean): Page =>
  renderPage('Payment completed', completedTemplate, {
    heading: confirmed ? 'Payment authorized' : 'Payment rejected',
  });
