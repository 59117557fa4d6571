import type { Caller, LinkTerms, ProfileSettings } from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import { sameSecret } from '@payorch/kernel';
import { isIn } from '../attempts/attempt';
import { blocksCharge } from '../attempts/claim';
import type { DecideContext } from '../decision';
import { mayRetry, retryEndsAt } from './manual-retry';
import type { Payment, PaymentLink } from '../payment';
import { activeAttempt } from '../payment';
import { knownStatusOf } from '../payment.status';

export const newLink = (
  { locale, ...terms }: LinkTerms,
  paymentId: PaymentId,
  { randomText }: Pick<DecideContext, 'randomText'>,
): PaymentLink => ({
  ...terms,
  id: `plink_${randomText(20)}`,
  locale: locale ?? null,
  secureSecret: `${paymentId}_secret_${randomText(20)}`,
});

/** The link keeps its id, its secrets and its language: only what its page shows is replaced. */
export const withTerms = (link: PaymentLink, { origin, allowedDomains, config }: LinkTerms): PaymentLink => ({
  ...link,
  origin,
  allowedDomains,
  config,
});

/** The client secrets of a payment. */
export const clientSecretsOf = ({ clientSecret, link }: Pick<Payment, 'clientSecret' | 'link'>): readonly string[] =>
  link ? [clientSecret, link.secureSecret] : [clientSecret];

/**
 * Whether the caller may see the saved payment methods of the payment's customer, and add to them. A person with the open link of a
 * payment has its client secret, and need not be its customer.
 */
export function seesSavedMethods({ link }: Pick<Payment, 'link'>, caller: Caller): boolean {
  if (caller.kind === 'merchant' || !link) return true;
  return sameSecret(caller.clientSecret, link.secureSecret);
}

/** Whether the caller sees the payment as a stranger who has its link: without the data of the customer. */
export const isSeenByStranger = ({ link }: Pick<Payment, 'link'>, caller: Caller['kind']): boolean =>
  link !== undefined && caller === 'client';

/** payable: the customer can pay. expired: no customer paid in time. ended: paid, under way, failed or cancelled. */
export type LinkState = 'payable' | 'expired' | 'ended';

/** Whether the link's page may show its form again after a failure. */
export const canTryAgain = (payment: Payment, profile: ProfileSettings | undefined, now: Date): boolean =>
  activeAttempt(payment).state === 'failure' &&
  mayRetry(payment, profile, 'client') &&
  now <= retryEndsAt(payment, 'client');

export function linkStateOf(payment: Payment, profile: ProfileSettings | undefined, now: Date): LinkState {
  if (blocksCharge(payment)) return 'ended';
  const status = knownStatusOf(payment);
  if (status === 'failed') return canTryAgain(payment, profile, now) ? 'payable' : 'ended';
  if (status !== 'requires_payment_method' && status !== 'requires_confirmation') return 'ended';
  return isLinkExpired(payment, now) || payment.isRedacted ? 'expired' : 'payable';
}

export const isLinkExpired = ({ expiresAt }: Pick<Payment, 'expiresAt'>, now: Date): boolean => expiresAt < now;

/** The customer may go on at the bank, or pay otherwise. */
export const isAtBank = (payment: Payment, now: Date): boolean =>
  isIn(activeAttempt(payment), 'authentication_pending') && !isLinkExpired(payment, now) && payment.isRedacted !== true;
