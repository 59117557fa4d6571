/** admin: the operator. secret_key: a merchant's server. secret_key_of_path: the same, for the merchant in the path alone. client_or_secret_key: also its customer's browser. client_or_secret_key_with_secret: the same, and a server may repeat the client secret. client_key: the browser alone. publishable_key: the browser alone, for what belongs to no payment: without a client secret. */
export type AuthKind =
  | 'admin'
  | 'secret_key'
  | 'secret_key_of_path'
  | 'client_or_secret_key'
  | 'client_or_secret_key_with_secret'
  | 'client_key'
  | 'publishable_key';

/**
 * What a route accepts besides its kind. ephemeral_key: the app of a merchant's customer, for that customer alone. platform:
 * the platform's key, for what is the platform's own; no other route accepts it alone. connected: the platform's key, for the
 * connected account that a header names. organization: on a route of the operator, the platform's key for its organization. admin:
 * the operator, on a route of merchants.
 */
export type AlsoAllowed = 'ephemeral_key' | 'admin' | 'platform' | 'connected' | 'organization';

export const isForBoth = (kind: AuthKind): boolean =>
  kind === 'client_or_secret_key' || kind === 'client_or_secret_key_with_secret';
export const needsClientSecret = (kind: AuthKind): boolean => isForBoth(kind) || kind === 'client_key';
export const isForClients = (kind: AuthKind): boolean => needsClientSecret(kind) || kind === 'publishable_key';

/** What a route accepts. */
export interface AuthRule {
  readonly kind: AuthKind;
  readonly also: readonly AlsoAllowed[];
}

/** The credentials of a request. */
export interface Credentials {
  /** undefined: the request has no such header. */
  readonly apiKey: string | undefined;
  readonly clientSecret: string | undefined;
  readonly profileId: string | undefined;
  readonly merchantInPath: string | undefined;
  readonly organizationInPath: string | undefined;
  /** Of the header `X-Connected-Merchant-Id`. */
  readonly connectedMerchantId: string | undefined;
  readonly customerInPath: string | undefined;
  /** Key, client secret and profile came in the `Authorization` header of a client SDK. */
  readonly isSdk: boolean;
  /** Of the same header; undefined: it has none. */
  readonly clientSessionId?: string | undefined;
}
