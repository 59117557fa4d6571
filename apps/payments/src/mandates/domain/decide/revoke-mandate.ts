import { refuse } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import type { Mandate } from '../mandate';
import type { Revocation } from '../revocation';

/**
 * Revokes a mandate. Where the processor saved the payment method, the processor revokes first, and meanwhile the mandate is
 * `pending`: no payment charges it. A second request waits for the revocation under way.
 */
export function revokeMandate(mandate: Mandate | undefined, _command: unknown, context: DecideContext): Decision {
  if (!mandate) return refuse('mandate_not_found');
  if (mandate.status === 'revoked') {
    return refuse('mandate_validation_failed', { reason: 'Mandate has already been revoked' });
  }
  const { now, partition, pendingReplies, newOperationId, rules } = context;
  const { revocation } = mandate;
  if (revocation?.state === 'pending') {
    const waiting = [...revocation.pendingReplies, ...pendingReplies];
    return decided({ ...mandate, revocation: { ...revocation, pendingReplies: waiting } });
  }
  if (mandate.reference.mandateReference === null) {
    return decided({ ...mandate, status: 'revoked' }, [{ kind: 'reply', pendingReplies }]);
  }
  const requested: Revocation = {
    operation: newOperationId(),
    state: 'pending',
    formerStatus: mandate.status,
    partition,
    pendingReplies,
    syncCount: 0,
    error: null,
    requestedAt: now.toISOString(),
  };
  return decided({ ...mandate, status: 'pending', revocation: requested }, [
    { kind: 'revoke' },
    { kind: 'sync_later', delayMs: rules.beginWithinMs },
  ]);
}

/** Follows a revocation without a reply in time, in the same order: replies with the mandate's present state. */
export const checkRevocation = (
  mandate: Mandate | undefined,
  _command: unknown,
  { pendingReplies }: DecideContext,
): Decision => (mandate ? unchanged([{ kind: 'reply', pendingReplies }]) : refuse('mandate_not_found'));
