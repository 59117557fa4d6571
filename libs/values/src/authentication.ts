import { z } from 'zod';

/**
 * The results of an EMV 3-D Secure authentication, under the names of the specification. Y authenticated; A attempted; N not
 * authenticated; U not possible; R rejected by the issuer; I information only; C and D: the customer is challenged.
 */
export const transactionStatus = z.enum(['Y', 'N', 'U', 'A', 'R', 'C', 'D', 'I']);
export type TransactionStatus = z.infer<typeof transactionStatus>;

/** What an authorization shows the issuer of a successful authentication outside the processor. */
export const authenticationProof = z.object({
  transactionStatus: z.enum(['Y', 'A']),
  /** The authentication value (CAVV, AAV) in base64. */
  cryptogram: z.string(),
  /** The electronic commerce indicator. */
  eci: z.string().nullable(),
  /** The directory server's id of the authentication. */
  dsTransactionId: z.string().nullable(),
  /** The version of the protocol, such as `2.2.0`. */
  version: z.string().nullable(),
});
export type AuthenticationProof = z.infer<typeof authenticationProof>;

/** What the browser opens for a challenge: it posts `request` as `creq` to `acsUrl`. */
export const authenticationChallenge = z.object({
  acsUrl: z.string(),
  request: z.string(),
  acsReferenceNumber: z.string().nullable(),
  acsTransactionId: z.string().nullable(),
  acsSignedContent: z.string().nullable(),
});
export type AuthenticationChallenge = z.infer<typeof authenticationChallenge>;

/** What the card's range says: the versions of the protocol and the issuer's fingerprint page, which few issuers lack. */
export const authenticationVersions = z.object({
  /** The version to use, and the highest that the issuer supports. */
  version: z.string(),
  maximumVersion: z.string(),
  /** `data` is posted to `url` as `threeDSMethodData`. */
  method: z.object({ url: z.string(), data: z.string() }).nullable(),
  directoryServerId: z.string().nullable(),
});
export type AuthenticationVersions = z.infer<typeof authenticationVersions>;

/** Whether the issuer's fingerprint page was completed: Y yes, N not in time, U there is none. */
export const methodCompletion = z.enum(['Y', 'N', 'U']);
export type MethodCompletion = z.infer<typeof methodCompletion>;
