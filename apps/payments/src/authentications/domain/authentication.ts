import type {
  AccountRef,
  AuthenticationChallenge,
  AuthenticationProof,
  AuthenticationVersions,
  ConnectorAccountSettings,
  ProcessorError,
  ProfileSettings,
  Refusal,
  TransactionStatus,
} from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { OperationId, ProfileId } from '@payorch/kernel';
import type { AuthenticationState } from './authentication.machine';

/** The authentication of a customer outside the processor, of an attempt or alone. */
export interface Authentication {
  /** The call under way, or the last one. */
  readonly operation: OperationId;
  /** The connector account of the 3DS server. */
  readonly account: AccountRef;
  readonly state: AuthenticationState;
  /** The merchant's site and app, from the profile at the confirmation. */
  readonly requestorUrl: string;
  readonly requestorAppUrl: string | null;
  /** The 3DS server's id; null until it is known. */
  readonly reference: string | null;
  readonly versions: AuthenticationVersions | null;
  readonly challenge: AuthenticationChallenge | null;
  /** The last result that the 3DS server reported. */
  readonly transactionStatus: TransactionStatus | null;
  /** Present exactly after a success. */
  readonly proof: AuthenticationProof | null;
  readonly error: ProcessorError | null;
}

/** The profile with its connector accounts. */
export interface ProfileAccounts {
  readonly profile: ProfileSettings;
  readonly accountsOfProfile: () => readonly Pick<
    ConnectorAccountSettings,
    'connector' | 'connectorType' | 'merchantConnectorId' | 'disabled'
  >[];
}

const unprocessable = (message: string): Refusal => refuse('authentication_unprocessable', { message });

/**
 * The profile's first connector account that can authenticate the customer, of the connectors that the profile names.
 * @param only the one connector that the request names
 */
export function authenticationAccountOf(
  { profileId }: { readonly profileId: ProfileId },
  { profile, accountsOfProfile }: ProfileAccounts,
  only?: string,
): AccountRef | Refusal {
  const { authentication } = profile;
  if (!authentication) return unprocessable('authentication_connector_details is not available in business profile');
  const accounts = accountsOfProfile();
  const names = authentication.connectors.filter((name) => only === undefined || name === only);
  if (only !== undefined && names.length === 0)
    return unprocessable(`Invalid authentication_connector found in request : ${only}`);
  const usable = names.flatMap((name) =>
    accounts.filter(
      ({ connector, connectorType, disabled }) =>
        connector === name && connectorType === 'authentication_processor' && !disabled,
    ),
  );
  const [first] = usable;
  return first
    ? { merchantConnectorId: first.merchantConnectorId, connector: first.connector }
    : unprocessable(`No authentication_connector found for profile_id ${profileId}`);
}
