import type { Caller, ProfileSettings } from '@payorch/contracts';
import type { Payment } from '../payment';

/** Tries of a link's customers: enough for a customer with several cards, and too few to test stolen ones. */
export const mostTriesOfLink = 30;

/** A failed payment may be confirmed again in the first half of its session (states, 1.7). */
const firstHalfEndsAt = ({ createdAt, expiresAt }: Pick<Payment, 'createdAt' | 'expiresAt'>): Date =>
  new Date((createdAt.getTime() + expiresAt.getTime()) / 2);

/** The page of a link lets a customer try again unless its merchant says otherwise; its client is the page. */
const isByLink = ({ link }: Pick<Payment, 'link'>, caller: Caller['kind']): boolean =>
  link !== undefined && caller === 'client';

/** Whether a failed payment may be confirmed again: as the link says for its customers, else as the profile says. */
export function mayRetry(
  payment: Pick<Payment, 'link' | 'attempts'>,
  profile: Pick<ProfileSettings, 'manualRetry'> | undefined,
  caller: Caller['kind'],
): boolean {
  const { link, attempts } = payment;
  if (isByLink(payment, caller))
    return link?.config['enable_manual_retry'] !== false && attempts.length < mostTriesOfLink;
  return profile?.manualRetry === true;
}

/** Until when: a link's customer has as long as the link is valid. */
export const retryEndsAt = (payment: Pick<Payment, 'createdAt' | 'expiresAt' | 'link'>, caller: Caller['kind']): Date =>
  isByLink(payment, caller) ? payment.expiresAt : firstHalfEndsAt(payment);
