import type { Outcome } from '@payorch/contracts';
import { errorOf, otherOperation, unknown, unseenStatus } from '@payorch/connector-kit';
import { base64urlJson } from '../requests/base64url';
import type { WireResult } from './wire';

/** The results that end an authentication without success, in the words of EMV 3-D Secure. */
const failures = {
  N: 'Not authenticated',
  U: 'The authentication could not be performed',
  R: 'The issuer rejects the authentication',
  D: 'The issuer requires a decoupled challenge',
  I: 'The result is for information only',
} as const;
type Failure = keyof typeof failures;

const isFailure = (status: string): status is Failure => Object.hasOwn(failures, status);

/** Success: authenticated, or attempted at an issuer that takes no part. Without its proof it is none. */
function succeeded(status: 'Y' | 'A', { threeDSServerTransID: reference, ...result }: WireResult): Outcome {
  const { authenticationValue, eci, dsTransID, messageVersion } = result;
  if (authenticationValue === null)
    return unknown('NO_AUTHENTICATION_VALUE', 'The server reports a success without its proof', reference);
  const proof = {
    transactionStatus: status,
    cryptogram: authenticationValue,
    eci,
    dsTransactionId: dsTransID,
    version: messageVersion,
  };
  return { kind: 'authenticated', reference, proof };
}

/** The outcome of an authentication that needs no challenge any more; undefined while it does. */
export function endedOf(result: WireResult, requested: string): Outcome | undefined {
  const { threeDSServerTransID: reference, transStatus, transStatusReason } = result;
  if (reference !== requested) return otherOperation(reference);
  if (transStatus === 'Y' || transStatus === 'A') return succeeded(transStatus, result);
  if (isFailure(transStatus)) {
    const error = errorOf(transStatus, failures[transStatus], transStatusReason);
    return { kind: 'not_authenticated', reference, transactionStatus: transStatus, error };
  }
  return transStatus === 'C' ? undefined : unseenStatus(transStatus, reference);
}

/** The challenge that the browser opens: `creq` for the issuer's page. */
export function challengeOf(result: WireResult, version: string): Outcome {
  const { threeDSServerTransID: reference, acsURL, acsTransID } = result;
  if (acsURL === null || acsTransID === null)
    return unknown('NO_CHALLENGE', 'The server requires a challenge without its page', reference);
  const request = base64urlJson({
    messageType: 'CReq',
    messageVersion: result.messageVersion ?? version,
    threeDSServerTransID: reference,
    acsTransID,
    challengeWindowSize: '05',
  });
  return {
    kind: 'authentication_challenged',
    reference,
    challenge: {
      acsUrl: acsURL,
      request,
      acsReferenceNumber: result.acsReferenceNumber,
      acsTransactionId: acsTransID,
      acsSignedContent: result.acsSignedContent,
    },
  };
}
