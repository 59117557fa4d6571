import type { AccountRef, JsonObject, Outcome } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { AuthenticationState } from './authentication.machine';
import type { Authentication } from './authentication';

/** The merchant's site and app, as a profile has them. */
interface Requestor {
  readonly requestorUrl: string;
  readonly requestorAppUrl: string | null;
}

/** An authentication whose card range is being looked up. */
export const newAuthentication = (
  operation: OperationId,
  account: AccountRef,
  { requestorUrl, requestorAppUrl }: Requestor,
): Authentication => ({
  operation,
  account,
  state: 'pre_authenticating',
  requestorUrl,
  requestorAppUrl,
  reference: null,
  versions: null,
  challenge: null,
  transactionStatus: null,
  proof: null,
  error: null,
});

const noSuchAuthentication = {
  code: 'No error code',
  message: 'The 3DS server knows of no such authentication',
  reason: null,
};

const referenceIn = (outcome: Outcome): string | null => ('reference' in outcome ? outcome.reference : null);

/** The authentication in its new state, with what the outcome adds. */
export function afterOutcome(known: Authentication, state: AuthenticationState, outcome: Outcome): Authentication {
  const after = { ...known, state, reference: referenceIn(outcome) ?? known.reference };
  switch (outcome.kind) {
    case 'pre_authenticated':
      return { ...after, versions: outcome.versions };
    case 'authentication_challenged':
      return { ...after, challenge: known.challenge ?? outcome.challenge, transactionStatus: 'C' };
    case 'authenticated':
      return { ...after, proof: outcome.proof, transactionStatus: outcome.proof.transactionStatus };
    case 'not_authenticated':
      return { ...after, error: outcome.error, transactionStatus: outcome.transactionStatus };
    default:
      if (state !== 'failed') return after;
      return { ...after, error: 'error' in outcome ? outcome.error : noSuchAuthentication };
  }
}

/** The data without which no issuer authenticates a browser. */
const browserFields = ['user_agent', 'accept_header', 'language', 'screen_height', 'screen_width', 'time_zone'];

/** Whether the browser is described well enough for an issuer. */
export const isBrowserKnown = (browserInfo: JsonObject | null): boolean =>
  browserFields.every((name) => (browserInfo?.[name] ?? null) !== null);
