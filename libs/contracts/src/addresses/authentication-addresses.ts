import type { AuthenticationId, MerchantId, Secret } from '@payorch/kernel';
import { sameSecret } from '@payorch/kernel';
import { createHmac } from 'node:crypto';
import { redirectTokenParameter } from './redirect-addresses';

/** An authentication without a payment, as the address of the customer's return names it. */
export interface AuthenticationInAddress {
  readonly merchantId: MerchantId;
  readonly authenticationId: AuthenticationId;
}

export type AuthenticationTokenOf = (authentication: AuthenticationInAddress) => string;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Tokens of the return from a challenge: HMAC-SHA256 over merchant and authentication. The first key makes tokens; every key
 * verifies them.
 */
export class AuthenticationTokens {
  constructor(private readonly keys: readonly [Secret, ...Secret[]]) {}

  readonly of: AuthenticationTokenOf = (authentication) => tokenOf(authentication, this.keys[0]);

  isOf(authentication: AuthenticationInAddress, token: string | undefined): boolean {
    if (token === undefined || !tokenPattern.test(token)) return false;
    // Tries every key, so that the response time does not reveal which key made the token.
    return this.keys.filter((key) => sameSecret(tokenOf(authentication, key), token)).length > 0;
  }
}

function tokenOf({ merchantId, authenticationId }: AuthenticationInAddress, key: Secret): string {
  // Ids contain no slash, and the tokens of payments have other parts: no token stands for two things.
  const text = `${merchantId}/authentications/${authenticationId}/return`;
  return createHmac('sha256', Buffer.from(key.reveal(), 'hex')).update(text).digest('base64url');
}

/** The address to which the issuer's challenge sends the customer back. */
export const authenticationReturnAddress = (
  publicUrl: string,
  { merchantId, authenticationId }: AuthenticationInAddress,
  token: string,
): string =>
  `${publicUrl}/authentication/${merchantId}/${authenticationId}/redirect?${redirectTokenParameter}=${token}`;
