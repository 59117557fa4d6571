import type { ClientSessions, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { CustomerId, MerchantId, ProfileId, Secret } from '@payorch/kernel';
import { referenceIdPattern, sameSecret } from '@payorch/kernel';
import type { AccountCache } from './account-cache';
import { isEphemeralKey } from './domain/ephemeral-key';
import type { FindEphemeralKey } from './find-ephemeral-key';
import type { AccountSnapshot } from './persistence/account-snapshot';

/** admin: the operator. secret_key: a merchant's server. secret_key_of_path: the same, for the merchant in the path alone. client_or_secret_key: also its customer's browser. client_or_secret_key_with_secret: the same, and a server may repeat the client secret. client_key: the browser alone. publishable_key: the browser alone, for what belongs to no payment: without a client secret. */
export type AuthKind =
  | 'admin'
  | 'secret_key'
  | 'secret_key_of_path'
  | 'client_or_secret_key'
  | 'client_or_secret_key_with_secret'
  | 'client_key'
  | 'publishable_key';

/** What a route accepts besides its kind. ephemeral_key: the app of a merchant's customer, for that customer alone. admin: the operator. */
export type AlsoAllowed = 'ephemeral_key' | 'admin';

const isForBoth = (kind: AuthKind): boolean =>
  kind === 'client_or_secret_key' || kind === 'client_or_secret_key_with_secret';
const needsClientSecret = (kind: AuthKind): boolean => isForBoth(kind) || kind === 'client_key';
export const isForClients = (kind: AuthKind): boolean => needsClientSecret(kind) || kind === 'publishable_key';

/** The credentials of a request. */
export interface Credentials {
  /** undefined: the request has no such header. */
  readonly apiKey: string | undefined;
  readonly clientSecret: string | undefined;
  readonly profileId: string | undefined;
  readonly merchantInPath: string | undefined;
  readonly customerInPath: string | undefined;
  /** Key, client secret and profile came in the `Authorization` header of a client SDK. */
  readonly isSdk: boolean;
  /** Of the same header; undefined: it has none. */
  readonly clientSessionId?: string | undefined;
}

export interface AuthenticatedMerchant {
  /** customer: the sender has an ephemeral key. */
  readonly kind: 'merchant' | 'client' | 'customer';
  readonly merchantId: MerchantId;
  readonly account: AccountSnapshot;
  /** The profile of `X-Profile-Id`. */
  readonly profileId: ProfileId | null;
  /** Sent by clients; the owner of the payment compares it. */
  readonly clientSecret: string | null;
  /** The client secret came in the `Authorization` header of a client SDK. */
  readonly isSdk: boolean;
  /** The customer of an ephemeral key: the request may concern no other. */
  readonly customerId?: CustomerId;
}

export type Authenticated = AuthenticatedMerchant | { readonly kind: 'admin' };

const unauthorized = refuse('unauthorized');
const unreadableProfile = refuse('invalid_request', { message: '`X-Profile-Id` header is invalid' });

/** Checks the fields of a call whose key is right. */
function checkClientSecret(kind: AuthKind, { apiKey = '', clientSecret }: Credentials): Refusal | undefined {
  const isPublishable = apiKey.startsWith('pk_');
  if (isPublishable && !clientSecret) return refuse('missing_param', { field: 'client_secret' });
  if (!isPublishable && clientSecret !== undefined && kind !== 'client_or_secret_key_with_secret') {
    return refuse('invalid_request', { message: 'client_secret is not a valid parameter' });
  }
  return undefined;
}

/** Also finds a profile that another gateway has just created. */
async function profileOf(
  account: AccountSnapshot,
  requested: string,
  cache: AccountCache,
): Promise<ProfileId | undefined> {
  const find = (snapshot: AccountSnapshot | undefined) =>
    snapshot?.profiles.find(({ profileId }) => profileId === requested)?.profileId;
  return find(account) ?? find(await cache.freshAccount(account.merchantId));
}

async function authenticateMerchant(
  kind: AuthKind,
  credentials: Credentials,
  { cache, clientSessions, now }: Known,
): Promise<AuthenticatedMerchant | Refusal> {
  const { apiKey = '', clientSecret, profileId, merchantInPath, isSdk } = credentials;
  const isClient = kind === 'client_key' || kind === 'publishable_key' || (isForBoth(kind) && apiKey.startsWith('pk_'));
  const merchantId = await (isClient ? cache.merchantOfPublishableKey(apiKey) : cache.merchantOfApiKey(apiKey, now));
  if (merchantId === undefined) return unauthorized;
  if (kind === 'secret_key_of_path' && merchantInPath !== merchantId) return unauthorized;
  const sender = await senderOf(merchantId, profileId, cache);
  if (sender.kind === 'refused') return sender;
  if (!isOwnSession(sender, credentials, clientSessions)) return unauthorized;
  return {
    ...sender,
    kind: isClient ? 'client' : 'merchant',
    clientSecret: isClient ? (clientSecret ?? null) : null,
    isSdk,
  };
}

/** Whether the session that a client SDK names is that of its client secret and profile. */
function isOwnSession(
  { merchantId, profileId }: AuthenticatedMerchant,
  { clientSecret, clientSessionId: id }: Credentials,
  sessions: Known['clientSessions'],
): boolean {
  if (id === undefined) return true;
  return profileId !== null && clientSecret !== undefined && sessions.isOf({ merchantId, profileId, clientSecret }, id);
}

/** The merchant's account, and the profile of the request's header. */
async function senderOf(
  merchantId: MerchantId,
  profileId: string | undefined,
  cache: AccountCache,
): Promise<AuthenticatedMerchant | Refusal> {
  const account = await cache.account(merchantId);
  if (!account) return unauthorized;
  if (profileId !== undefined && !referenceIdPattern.test(profileId)) return unreadableProfile;
  const profile = profileId === undefined ? null : await profileOf(account, profileId, cache);
  if (profile === undefined) return unauthorized;
  return { kind: 'merchant', merchantId, account, profileId: profile, clientSecret: null, isSdk: false };
}

/** A path that names another customer is refused here; what a body or an object names, the route's handler checks. */
async function authenticateCustomer(
  { apiKey = '', profileId, customerInPath }: Credentials,
  { cache, ephemeralKeys, now }: Known,
): Promise<AuthenticatedMerchant | Refusal> {
  const key = await ephemeralKeys.find(apiKey, now);
  if (!key) return unauthorized;
  const sender = await senderOf(key.merchantId, profileId, cache);
  if (sender.kind === 'refused') return sender;
  const { customerId } = key;
  if (customerInPath !== undefined && customerInPath !== customerId) return refuse('ephemeral_key_invalid');
  return { ...sender, kind: 'customer', customerId };
}

const isSomeonesKey = async (apiKey: string, { cache, now }: Known): Promise<boolean> =>
  (await (apiKey.startsWith('pk_') ? cache.merchantOfPublishableKey(apiKey) : cache.merchantOfApiKey(apiKey, now))) !==
  undefined;

/** What an authentication reads besides the request. */
interface Known {
  readonly cache: AccountCache;
  readonly ephemeralKeys: Pick<FindEphemeralKey, 'find'>;
  readonly clientSessions: Pick<ClientSessions, 'isOf'>;
  readonly adminKey: Secret;
  readonly now: Date;
}

/** The caller, or a refusal: the checks run in the interface's order. Every wrong key gets the same response. */
export async function authenticate(
  { kind, also }: { readonly kind: AuthKind; readonly also: readonly AlsoAllowed[] },
  credentials: Credentials,
  known: Known,
): Promise<Authenticated | Refusal> {
  const { adminKey } = known;
  if (also.includes('ephemeral_key') && isEphemeralKey(credentials.apiKey ?? ''))
    return authenticateCustomer(credentials, known);
  const isAdmin = (): boolean => sameSecret(credentials.apiKey ?? '', adminKey.reveal());
  if (kind === 'admin') return isAdmin() ? { kind: 'admin' } : unauthorized;
  if (also.includes('admin') && isAdmin()) return { kind: 'admin' };
  if (!needsClientSecret(kind)) return authenticateMerchant(kind, credentials, known);
  if (credentials.apiKey === undefined) return refuse('missing_param', { field: 'api_key' });
  const refused = checkClientSecret(kind, credentials);
  if (!refused) return authenticateMerchant(kind, credentials, known);
  // A caller without a key learns nothing of what a call needs.
  return (await isSomeonesKey(credentials.apiKey, known)) ? refused : unauthorized;
}
