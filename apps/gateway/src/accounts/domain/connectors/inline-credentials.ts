import { definitionOf } from '@payorch/connectors/catalogue';
import type { AccountRef, JsonObject, Refusal, StraightThrough } from '@payorch/contracts';
import { baseAccountOf, isRefusal, refuse } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { isRequested } from '@payorch/routing-rules';
import { plainOrNull } from '../../../fields';
import type { ConnectorAccount } from './connector-account';
import { readCredentials, type Credentials } from './connector-credentials';
import { checkConnectorMetadata } from './connector-metadata';
import { refuseCertificates } from './metadata-certificates';

const field = 'merchant_connector_details';

/** `merchant_connector_details` of a request. */
export interface SentCredentials {
  readonly creds_identifier: string;
  readonly encoded_data?: {
    readonly connector_account_details?: object | null;
    readonly metadata?: object | null;
  } | null;
}

/** Credentials that a payment request sent for a connector account. */
export interface StoredCredentials {
  readonly merchantId: MerchantId;
  /** The account's id with these credentials. */
  readonly merchantConnectorId: MerchantConnectorId;
  readonly connectorName: string;
  /** The merchant's name for them. Other credentials under the same name are another record. */
  readonly identifier: string;
  /** Keyed: equal for equal credentials and metadata of one merchant. */
  readonly hash: string;
  readonly sealed: string;
  /** null: the account's own. */
  readonly metadata: JsonObject | null;
  /** The account version of the last change: services that have it know these credentials. */
  readonly accountVersion: number;
  /** When a request last sent them: `creds_identifier` alone names the newest. */
  readonly sentAt: Date;
}

/** The operator's config that permits inline credentials in a profile: `true`, as text. */
export const permissionKey = (profileId: ProfileId): string => `merchant_connector_details_enabled_${profileId}`;

const wrong = (reason: string): Refusal => refuse('precondition_failed', { message: `${field} ${reason}` });

export const notPermitted = wrong('is not enabled for the profile');
export const unknownCredentials = refuse('missing_param', { field });
export const tooManyCredentials = wrong(
  'of the connector account are too many: use stored ones by their creds_identifier',
);

const longestIdentifier = 128;

/** Checks of the field that need no stored account. */
export function checkSentCredentials({
  creds_identifier: identifier,
  encoded_data: data,
}: SentCredentials): Refusal | undefined {
  if (identifier.trim() === '' || identifier.length > longestIdentifier) {
    return refuse('value_not_allowed', {
      field: `${field}.creds_identifier`,
      allowed: `1 to ${longestIdentifier} characters`,
    });
  }
  if (!data) return undefined;
  if (!data.connector_account_details) {
    return refuse('missing_param', { field: `${field}.encoded_data.connector_account_details` });
  }
  return refuseCertificates(data.metadata, `${field}.encoded_data.metadata`) ?? checkConnectorMetadata(data.metadata);
}

/** What the credentials may belong to: the profile of the payment, and the accounts that the request names. */
export interface CredentialsScope {
  readonly profileId: ProfileId;
  /** Absent where the request names no account. */
  readonly requested?: StraightThrough | undefined;
}

const refOf = ({ connectorName: connector, merchantConnectorId }: ConnectorAccount): AccountRef => ({
  connector,
  merchantConnectorId,
});

/** The accounts that inline credentials may belong to; a disabled one only where the request names it. */
const accountsIn = (accounts: readonly ConnectorAccount[], { profileId, requested }: CredentialsScope) =>
  accounts.filter(
    (account) =>
      account.profileId === profileId &&
      account.connectorType === 'payment_processor' &&
      (requested ? isRequested(requested, refOf(account)) : !account.disabled),
  );

const noAccount = wrong('belong to no connector account of the profile');
const ambiguous = wrong('fit several connector accounts: name one in routing');

/** Temporary credentials are those of an account that is not set up yet. */
function credentialsFor({ connectorName }: ConnectorAccount, details: unknown): Credentials | Refusal {
  const read = readCredentials(details, definitionOf(connectorName)?.credentials ?? []);
  return !isRefusal(read) && read.auth_type === 'TemporaryAuth' ? wrong('cannot be temporary') : read;
}

export interface AccountWithCredentials {
  readonly account: ConnectorAccount;
  readonly credentials: Credentials;
  readonly metadata: JsonObject | null;
}

/** The one account whose connector accepts the sent credentials; refused where none or several do. */
export function accountOfCredentials(
  accounts: readonly ConnectorAccount[],
  scope: CredentialsScope,
  data: NonNullable<SentCredentials['encoded_data']>,
): AccountWithCredentials | Refusal {
  const tried = accountsIn(accounts, scope).map((account) => ({
    account,
    credentials: credentialsFor(account, data.connector_account_details),
  }));
  const fitting = tried.flatMap(({ account, credentials }) =>
    isRefusal(credentials) ? [] : [{ account, credentials }],
  );
  const [first, ...others] = fitting;
  if (others.length > 0) return ambiguous;
  if (first) return { ...first, metadata: plainOrNull(data.metadata) };
  const [refused] = tried;
  return refused && isRefusal(refused.credentials) ? refused.credentials : noAccount;
}

/** The newest credentials under the identifier, of the one account that has some. `stored`: newest first. */
export function credentialsNamed(
  accounts: readonly ConnectorAccount[],
  scope: CredentialsScope,
  stored: readonly StoredCredentials[],
): StoredCredentials | Refusal {
  const allowed = new Set(accountsIn(accounts, scope).map(({ merchantConnectorId }) => merchantConnectorId));
  const found = stored.filter(({ merchantConnectorId }) => allowed.has(baseAccountOf(merchantConnectorId)));
  const [newest] = found;
  if (!newest) return unknownCredentials;
  const bases = new Set(found.map(({ merchantConnectorId }) => baseAccountOf(merchantConnectorId)));
  return bases.size > 1 ? ambiguous : newest;
}

const inKeyOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** One text for credentials that are equal, whatever the order of their keys. */
export const textOfCredentials = (credentials: unknown, metadata: JsonObject | null): string =>
  JSON.stringify([credentials, metadata], inKeyOrder);

/** The texts of sent credentials by the forms of all these accounts, each once. */
export const textsOfCredentials = (
  accounts: readonly ConnectorAccount[],
  { connector_account_details: details, metadata }: NonNullable<SentCredentials['encoded_data']>,
): readonly string[] => {
  const read = accounts.map((account) => credentialsFor(account, details));
  const texts = read.flatMap((one) => (isRefusal(one) ? [] : [textOfCredentials(one, plainOrNull(metadata))]));
  return [...new Set(texts)];
};
