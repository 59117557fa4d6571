import type { ClientSessions, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { CustomerId, MerchantId, ProfileId, Secret } from '@payorch/kernel';
import { referenceIdPattern, sameSecret } from '@payorch/kernel';
import type { AccountCache } from './account-cache';
import { checkConnected, judgeActing, type KeyOwner } from './domain/acting';
import {
  type AlsoAllowed,
  type AuthKind,
  type AuthRule,
  type Credentials,
  isForBoth,
  needsClientSecret,
} from './domain/credentials';
import { isEphemeralKey } from './domain/ephemeral-key';
import type { FindEphemeralKey } from './find-ephemeral-key';
import type { AccountSnapshot } from './persistence/account-snapshot';

/** The account for which a request acts: everything that the request reads and writes is that account's. */
export interface AuthenticatedMerchant {
  /** customer: the sender has an ephemeral key. */
  readonly kind: 'merchant' | 'client' | 'customer';
  readonly merchantId: MerchantId;
  readonly account: AccountSnapshot;
  /** The platform whose key the request has, where it acts for a connected account. */
  readonly initiatorId?: MerchantId;
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
  { kind, also }: AuthRule,
  credentials: Credentials,
  { cache, clientSessions, now }: Known,
): Promise<AuthenticatedMerchant | Refusal> {
  const { apiKey = '', clientSecret, merchantInPath, isSdk } = credentials;
  const isClient = kind === 'client_key' || kind === 'publishable_key' || (isForBoth(kind) && apiKey.startsWith('pk_'));
  const merchantId = await (isClient ? cache.merchantOfPublishableKey(apiKey) : cache.merchantOfApiKey(apiKey, now));
  if (merchantId === undefined) return unauthorized;
  const sender = await senderOf(merchantId, { credentials, also, isServer: !isClient }, cache);
  if (sender.kind === 'refused') return sender;
  if (kind === 'secret_key_of_path' && merchantInPath !== sender.merchantId) return unauthorized;
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

interface SenderRequest extends Pick<KeyOwner, 'isServer'> {
  readonly credentials: Pick<Credentials, 'profileId' | 'connectedMerchantId'>;
  readonly also: readonly AlsoAllowed[];
}

/** The account for which the owner of the key acts. */
async function actingFor(
  keyOwner: AccountSnapshot,
  { credentials: { connectedMerchantId }, also, isServer }: SenderRequest,
  cache: AccountCache,
): Promise<{ readonly account: AccountSnapshot; readonly initiatorId?: MerchantId } | Refusal> {
  const route = { platform: also.includes('platform'), connected: also.includes('connected') };
  const acting = judgeActing({ ...keyOwner, isServer }, connectedMerchantId, route);
  if (acting.kind === 'refused') return acting;
  if (acting.kind === 'own') return { account: keyOwner };
  const account = await cache.account(acting.merchantId);
  return checkConnected(keyOwner, account) ?? { account: account!, initiatorId: keyOwner.merchantId };
}

/** The account of the request, and the profile of the request's header. */
async function senderOf(
  keyOwnerId: MerchantId,
  request: SenderRequest,
  cache: AccountCache,
): Promise<AuthenticatedMerchant | Refusal> {
  const keyOwner = await cache.account(keyOwnerId);
  if (!keyOwner) return unauthorized;
  const acting = await actingFor(keyOwner, request, cache);
  if ('code' in acting) return acting;
  const { account } = acting;
  const { profileId } = request.credentials;
  if (profileId !== undefined && !referenceIdPattern.test(profileId)) return unreadableProfile;
  const profile = profileId === undefined ? null : await profileOf(account, profileId, cache);
  if (profile === undefined) return unauthorized;
  return {
    kind: 'merchant',
    merchantId: account.merchantId,
    ...acting,
    profileId: profile,
    clientSecret: null,
    isSdk: false,
  };
}

/** A path that names another customer is refused here; what a body or an object names, the route's handler checks. */
async function authenticateCustomer(
  also: readonly AlsoAllowed[],
  credentials: Credentials,
  { cache, ephemeralKeys, now }: Known,
): Promise<AuthenticatedMerchant | Refusal> {
  const { apiKey = '', customerInPath } = credentials;
  const key = await ephemeralKeys.find(apiKey, now);
  if (!key) return unauthorized;
  const sender = await senderOf(key.merchantId, { credentials, also, isServer: false }, cache);
  if (sender.kind === 'refused') return sender;
  const { customerId } = key;
  if (customerInPath !== undefined && customerInPath !== customerId) return refuse('ephemeral_key_invalid');
  return { ...sender, kind: 'customer', customerId };
}

/** The platform of an organization, on a route of the operator: for its organization and the accounts in it. */
async function authenticatePlatform(
  credentials: Credentials,
  { cache, now }: Known,
): Promise<AuthenticatedMerchant | Refusal> {
  const { apiKey = '', organizationInPath, merchantInPath } = credentials;
  const keyOwnerId = await cache.merchantOfApiKey(apiKey, now);
  const keyOwner = keyOwnerId && (await cache.account(keyOwnerId));
  if (keyOwner?.accountType !== 'platform') return unauthorized;
  const { organizationId } = keyOwner;
  if (organizationInPath !== undefined && organizationInPath !== organizationId) return unauthorized;
  const named = merchantInPath === undefined ? keyOwner : await cache.account(merchantInPath);
  if (named?.organizationId !== organizationId) return unauthorized;
  // The operator's routes have no profile of a header.
  const request = { ...credentials, profileId: undefined };
  return senderOf(keyOwner.merchantId, { credentials: request, also: ['platform'], isServer: true }, cache);
}

const isOperator = ({ apiKey = '' }: Credentials, { adminKey }: Known): boolean =>
  sameSecret(apiKey, adminKey.reveal());

/** The operator, whose key acts for no account. */
async function authenticateOperator(
  also: readonly AlsoAllowed[],
  credentials: Credentials,
  known: Known,
): Promise<Authenticated | Refusal> {
  if (!isOperator(credentials, known))
    return also.includes('organization') ? authenticatePlatform(credentials, known) : unauthorized;
  return credentials.connectedMerchantId === undefined ? { kind: 'admin' } : refuse('connected_not_supported');
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
  rule: AuthRule,
  credentials: Credentials,
  known: Known,
): Promise<Authenticated | Refusal> {
  const { kind, also } = rule;
  if (also.includes('ephemeral_key') && isEphemeralKey(credentials.apiKey ?? ''))
    return authenticateCustomer(also, credentials, known);
  const isOperators = kind === 'admin' || (also.includes('admin') && isOperator(credentials, known));
  if (isOperators) return authenticateOperator(also, credentials, known);
  if (!needsClientSecret(kind)) return authenticateMerchant(rule, credentials, known);
  if (credentials.apiKey === undefined) return refuse('missing_param', { field: 'api_key' });
  const refused = checkClientSecret(kind, credentials);
  if (!refused) return authenticateMerchant(rule, credentials, known);
  // A caller without a key learns nothing of what a call needs.
  return (await isSomeonesKey(credentials.apiKey, known)) ? refused : unauthorized;
}
