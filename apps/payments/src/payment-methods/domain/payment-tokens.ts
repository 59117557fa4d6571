import type { CustomerId, MerchantId, Secret } from '@payorch/kernel';
import { lettersOf, numberOfLetters, sameSecret } from '@payorch/kernel';
import { createHmac } from 'node:crypto';

/** The payment method that a token names, and the only customer whose payments may use the token. */
export interface TokenSubject {
  readonly merchantId: MerchantId;
  readonly customerId: CustomerId;
  readonly paymentMethodId: string;
}

const timeLetters = 7;
const codeLetters = 13;
const form = /^token_[0-9A-Za-z]{20}$/;
/** The longest time that a profile may set. */
const longestMs = 1_800_000;

const timeOf = (token: string): number => numberOfLetters(token.slice('token_'.length, 'token_'.length + timeLetters));

/**
 * Payment tokens of saved payment methods: `token_`, 7 letters with the time at which the token expires, and 13 letters of an
 * HMAC-SHA256 over that time, the merchant, the customer and the payment method. A token needs no storage: the payment's
 * customer has few payment methods, and one of them makes the same token. The first key makes tokens; every key verifies them.
 */
export class PaymentTokens {
  private readonly keys: readonly Buffer[];

  /** Derives keys of its own, so that no other code made with a secret can be a token. */
  constructor(secrets: readonly [Secret, ...Secret[]]) {
    this.keys = secrets.map((secret) =>
      createHmac('sha256', Buffer.from(secret.reveal(), 'hex')).update('payment_token').digest(),
    );
  }

  tokenOf(subject: TokenSubject, expiresAt: Date): string {
    return tokenWith(this.keys[0]!, subject, expiresAt.getTime());
  }

  /** Whether the token has the form of a live token of a saved payment method; only `isOf` verifies it. */
  isLive(token: unknown, now: Date): token is string {
    if (typeof token !== 'string' || !form.test(token)) return false;
    const remaining = timeOf(token) - now.getTime();
    return remaining > 0 && remaining <= longestMs;
  }

  /** Whether a key made this token for the payment method. */
  isOf(token: string, subject: TokenSubject): boolean {
    const time = timeOf(token);
    // Every key is tried, so that the response time does not reveal which key made the token.
    return this.keys.filter((key) => sameSecret(tokenWith(key, subject, time), token)).length > 0;
  }
}

function tokenWith(key: Buffer, { merchantId, customerId, paymentMethodId }: TokenSubject, time: number): string {
  const text = JSON.stringify([time, merchantId, customerId, paymentMethodId]);
  const code = createHmac('sha256', key).update(text).digest('hex');
  return `token_${lettersOf(BigInt(time), timeLetters)}${lettersOf(BigInt(`0x${code}`), codeLetters)}`;
}
