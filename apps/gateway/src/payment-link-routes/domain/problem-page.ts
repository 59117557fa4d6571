import { renderProblem } from '@payorch/checkout-page';
import { type PageRequest, pageLocaleFor } from './page-request';
import { pageStyleOf } from './page-style';
import { type LinkPage, renderedPage } from './rendered-page';

/** What a customer learns of an error. `address`: where the browser looks again. */
export type Problem =
  | { readonly kind: 'nothing_here' }
  | { readonly kind: 'too_many' | 'not_loaded' | 'unknown'; readonly address: string };

const refreshSeconds = 5;

/** A page without a merchant: an error says nothing about the payment. One whose outcome is unknown looks again by itself. */
export function problemPage(problem: Problem, request: PageRequest): Pick<LinkPage, 'body' | 'headers'> {
  const style = { ...pageStyleOf({}, null), show_merchant_name: false };
  const view = { style, locale: pageLocaleFor(request, null), isTestMode: false, basePath: '' };
  const { body, headers } = renderedPage(style, null, (nonce) => renderProblem(view, problem, nonce));
  return { body, headers: problem.kind === 'unknown' ? { ...headers, refresh: String(refreshSeconds) } : headers };
}
