import type { AttemptId, MerchantId, PaymentId, Secret } from '@payorch/kernel';
import { attemptIdOf, sameSecret } from '@payorch/kernel';
import { createHmac } from 'node:crypto';

/** One try to pay, as the addresses of the customer's browser name it. */
export interface AttemptInAddress {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
}

/** The query parameter that holds the token; a name that no processor adds to the addresses that it sends browsers back to. */
export const redirectTokenParameter = 'redirect_token';

export type RedirectTokenOf = (attempt: AttemptInAddress) => string;

const tokenPattern = /^([1-9]\d{0,3})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens of the start page and of the way back: `{number of the attempt}.{HMAC-SHA256 over merchant, payment and attempt}`.
 * The same attempt always has the same token, so a reloaded page and a request that is sent again need no memory. The first
 * key makes tokens, every key checks them.
 */
export class RedirectTokens {
  constructor(private readonly keys: readonly [Secret, ...Secret[]]) {}

  readonly of: RedirectTokenOf = (attempt) => tokenOf(attempt, this.keys[0]);

  /** The attempt that the token was made for; undefined where no key made it for this payment. */
  attemptOf(
    { merchantId, paymentId }: Pick<AttemptInAddress, 'merchantId' | 'paymentId'>,
    token: string | undefined,
  ): AttemptId | undefined {
    const number = tokenPattern.exec(token ?? '')?.[1];
    if (token === undefined || number === undefined) return undefined;
    const attemptId = attemptIdOf(paymentId, Number(number));
    // Every key is tried, so that the time tells nothing of which one made it.
    const made = this.keys.filter((key) => sameSecret(tokenOf({ merchantId, paymentId, attemptId }, key), token));
    return made.length > 0 ? attemptId : undefined;
  }
}

function tokenOf({ merchantId, paymentId, attemptId }: AttemptInAddress, key: Secret): string {
  const number = attemptId.slice(paymentId.length + 1);
  // No id holds a slash: two different attempts never give one text.
  const code = createHmac('sha256', Buffer.from(key.reveal(), 'hex')).update(`${merchantId}/${paymentId}/${attemptId}`);
  return `${number}.${code.digest('base64url')}`;
}

/** Where the customer starts for the processor's page. */
export const startPageAddress = (
  publicUrl: string,
  { merchantId, paymentId, attemptId }: AttemptInAddress,
  token: string,
): string =>
  `${publicUrl}/payments/redirect/${paymentId}/${merchantId}/${attemptId}?${redirectTokenParameter}=${token}`;

/** Where the processor sends the customer back to. */
export const returnAddress = (
  publicUrl: string,
  { merchantId, paymentId }: Pick<AttemptInAddress, 'merchantId' | 'paymentId'>,
  connector: string,
  token: string,
): string =>
  `${publicUrl}/payments/${paymentId}/${merchantId}/redirect/response/${connector}?${redirectTokenParameter}=${token}`;
