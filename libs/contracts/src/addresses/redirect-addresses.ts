import type { AttemptId, MerchantId, PaymentId, Secret } from '@payorch/kernel';
import { attemptIdOf, sameSecret } from '@payorch/kernel';
import { createHmac } from 'node:crypto';

/** An attempt, as the addresses of the customer's browser name it. */
export interface AttemptInAddress {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
}

/** The query parameter of the token; no processor adds a parameter of this name to return addresses. */
export const redirectTokenParameter = 'redirect_token';

export type RedirectTokenOf = (attempt: AttemptInAddress) => string;

const tokenPattern = /^([1-9]\d{0,3})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens of the start page and of the return address: `{number of the attempt}.{HMAC-SHA256 over merchant, payment and
 * attempt}`. An attempt always has the same token, so a reloaded page and a repeated request need no stored token. The
 * first key makes tokens; every key verifies them.
 */
export class RedirectTokens {
  constructor(private readonly keys: readonly [Secret, ...Secret[]]) {}

  readonly of: RedirectTokenOf = (attempt) => tokenOf(attempt, this.keys[0]);

  /** The attempt of the token; undefined if no key made the token for this payment. */
  attemptOf(
    { merchantId, paymentId }: Pick<AttemptInAddress, 'merchantId' | 'paymentId'>,
    token: string | undefined,
  ): AttemptId | undefined {
    const number = tokenPattern.exec(token ?? '')?.[1];
    if (token === undefined || number === undefined) return undefined;
    const attemptId = attemptIdOf(paymentId, Number(number));
    // Try every key, so that the response time does not reveal which key made the token.
    const made = this.keys.filter((key) => sameSecret(tokenOf({ merchantId, paymentId, attemptId }, key), token));
    return made.length > 0 ? attemptId : undefined;
  }
}

function tokenOf({ merchantId, paymentId, attemptId }: AttemptInAddress, key: Secret): string {
  const number = attemptId.slice(paymentId.length + 1);
  // Ids contain no slash: two different attempts never yield the same text.
  const code = createHmac('sha256', Buffer.from(key.reveal(), 'hex')).update(`${merchantId}/${paymentId}/${attemptId}`);
  return `${number}.${code.digest('base64url')}`;
}

/** The address at which the customer starts towards the processor's page. */
export const startPageAddress = (
  publicUrl: string,
  { merchantId, paymentId, attemptId }: AttemptInAddress,
  token: string,
): string =>
  `${publicUrl}/payments/redirect/${paymentId}/${merchantId}/${attemptId}?${redirectTokenParameter}=${token}`;

/** The address to which the processor sends the customer back. */
export const returnAddress = (
  publicUrl: string,
  { merchantId, paymentId }: Pick<AttemptInAddress, 'merchantId' | 'paymentId'>,
  connector: string,
  token: string,
): string =>
  `${publicUrl}/payments/${paymentId}/${merchantId}/redirect/response/${connector}?${redirectTokenParameter}=${token}`;

/** The address to which the issuer's challenge of an authentication outside the processor sends the customer back. */
export const authorizeAddress = (
  publicUrl: string,
  { merchantId, paymentId }: Pick<AttemptInAddress, 'merchantId' | 'paymentId'>,
  connector: string,
  token: string,
): string =>
  `${publicUrl}/payments/${paymentId}/${merchantId}/authorize/${connector}?${redirectTokenParameter}=${token}`;
