import type { Payment } from './payment';

/** A failed payment may be confirmed again in the first half of its session (states, 1.7). */
export const retryEndsAt = ({ createdAt, expiresAt }: Pick<Payment, 'createdAt' | 'expiresAt'>): Date =>
  new Date((createdAt.getTime() + expiresAt.getTime()) / 2);
