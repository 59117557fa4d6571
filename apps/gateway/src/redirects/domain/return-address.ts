import type { PaymentReturned } from '@payorch/contracts';
import { signedPart, withReturnParameters } from '@payorch/contracts';
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

/**
 * HMAC-SHA512 in lower hex over all parameters, decoded, sorted by name and joined as a query. A name or value that could be taken
 * for several parameters enters percent-encoded.
 */
export function signParameters(parameters: Iterable<readonly [string, string]>, hashKey: string): string {
  const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const text = sorted.map(([name, value]) => `${signedPart(name)}=${signedPart(value)}`).join('&');
  return createHmac('sha512', hashKey).update(text, 'utf8').digest('hex');
}

type Parameters = readonly (readonly [string, string])[];

/** Only ids and status, in the interface's order. */
const resultOf = (returned: PaymentReturned, withHttpPost: boolean): Parameters => [
  ['status', returned.status],
  ['payment_id', returned.paymentId],
  ['payment_intent_client_secret', returned.clientSecret],
  ...(withHttpPost ? [] : ([['amount', String(returned.amount)]] as const)),
  ['manual_retry_allowed', String(returned.manualRetryAllowed ?? false)],
];

const algorithm = ['signature_algorithm', 'HMAC-SHA512'] as const;

/** Signs every parameter of the address except earlier signatures, which the new one replaces. */
function signed(address: URL, hashKey: string): URL {
  const others = [...address.searchParams].filter(([name]) => name !== 'signature' && name !== algorithm[0]);
  return withReturnParameters(address.href, [['signature', signParameters(others, hashKey)], algorithm]);
}

/** The merchant's return URL with the result added, and the signature last. */
export function returnResponse(
  returned: PaymentReturned & { readonly returnUrl: string },
  { hashKey, withHttpPost }: ReturnSettings,
): ReturnResponse {
  const unsigned = withReturnParameters(returned.returnUrl, resultOf(returned, withHttpPost));
  const address = hashKey === null ? unsigned : signed(unsigned, hashKey);
  const bare = new URL(address);
  bare.search = '';
  return {
    return_url: bare.href,
    params: [...address.searchParams],
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
