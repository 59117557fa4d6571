import type { PaymentReturned } from '@payorch/contracts';
import { createHmac } from 'node:crypto';

/** The profile's settings for the return of customers. */
export interface ReturnSettings {
  /** null: the address is not signed. */
  readonly hashKey: string | null;
  readonly withHttpPost: boolean;
}

export interface ReturnResponse {
  readonly return_url: string;
  readonly params: readonly (readonly [string, string])[];
  readonly return_url_with_query_params: string;
  readonly http_method: 'GET' | 'POST';
  readonly headers: readonly [];
}

/** HMAC-SHA512 in lower hex over all parameters, decoded, sorted by name and joined as a query. */
export function signParameters(parameters: Iterable<readonly [string, string]>, hashKey: string): string {
  const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&');
  return createHmac('sha512', hashKey).update(text, 'utf8').digest('hex');
}

/**
 * The merchant's return URL with the result added: only ids and status, in the interface's order, with the signature
 * last.
 */
export function returnResponse(
  returned: PaymentReturned & { readonly returnUrl: string },
  { hashKey, withHttpPost }: ReturnSettings,
): ReturnResponse {
  const address = new URL(returned.returnUrl);
  const parameters = address.searchParams;
  parameters.append('status', returned.status);
  parameters.append('payment_id', returned.paymentId);
  parameters.append('payment_intent_client_secret', returned.clientSecret);
  if (!withHttpPost) parameters.append('amount', String(returned.amount));
  parameters.append('manual_retry_allowed', String(returned.manualRetryAllowed ?? false));
  if (hashKey !== null) {
    parameters.append('signature', signParameters([...parameters], hashKey));
    parameters.append('signature_algorithm', 'HMAC-SHA512');
  }
  const bare = new URL(address);
  bare.search = '';
  return {
    return_url: bare.href,
    params: [...parameters],
    return_url_with_query_params: address.href,
    http_method: withHttpPost ? 'POST' : 'GET',
    headers: [],
  };
}

/** The customer goes to a page of this service: the start page again, or the page of a link. */
export const restartResponse = (pageUrl: string): ReturnResponse => ({
  return_url: pageUrl,
  params: [],
  return_url_with_query_params: pageUrl,
  http_method: 'GET',
  headers: [],
});
