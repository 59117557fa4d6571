import type { AccountRef, Refusal, StraightThrough } from '@payorch/contracts';
import { baseAccountOf, refuse } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { isRequested } from '@payorch/routing-rules';
import { accountOf } from '../attempts/attempt';
import type { DecideContext } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { mandateOf } from '../method/saved-payment-method';
import { narrowedStraightThrough } from './straight-through';

const path = 'merchant_connector_details';

const wrong = (reason: string): Refusal => refuse('precondition_failed', { message: `${path} ${reason}`, path });

/** Whether the requested routing leaves this account. */
const permits = (requested: StraightThrough | null, { connector, merchantConnectorId }: AccountRef): boolean =>
  requested === null || isRequested(requested, { connector, merchantConnectorId: baseAccountOf(merchantConnectorId) });

const isKnownToProcessor = (saved: { mandateReference: string | null; customerReference: string | null }): boolean =>
  saved.mandateReference !== null || saved.customerReference !== null;

/**
 * Refuses to confirm with credentials that the payment could not use in every later call. The account was found for the
 * request; the payment may have changed since.
 */
export function refuseCredentials(payment: Payment, { accounts }: DecideContext): Refusal | undefined {
  const { credentials, profileId } = payment;
  if (credentials === null) return undefined;
  const base = accounts.account(baseAccountOf(credentials.merchantConnectorId));
  if (!base || base.profileId !== profileId) return wrong('belong to no connector account of the profile');
  if (!permits(narrowedStraightThrough(payment), credentials))
    return wrong('belong to an account that routing excludes');
  // The processor would save the payment method for these credentials, or would look for it there.
  const mandate = mandateOf(payment);
  const isSaved = mandate.kind === 'store' || (mandate.kind === 'use' && isKnownToProcessor(mandate));
  return isSaved
    ? refuse('not_implemented', {
        message: `${path} with a saved payment method is not implemented`,
        path,
      })
    : undefined;
}

/** Refuses a request that names other credentials than the payment has. `named`: absent where it names none. */
export function refuseOtherCredentials(
  payment: Payment,
  named: readonly MerchantConnectorId[] | undefined,
): Refusal | undefined {
  if (named === undefined) return undefined;
  const used = accountOf(activeAttempt(payment)) ?? payment.credentials;
  return used && named.includes(used.merchantConnectorId) ? undefined : wrong('differ from those of the payment');
}
