import type { Outgoing, ProfileSettings } from '@payorch/contracts';
import { operationCommands, outgoing } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import { nextVersion } from '@payorch/platform/resources';
import { withUse, type Mandate } from '../../mandates/domain/mandate';
import { mandateMessages } from '../../mandates/messages/mandate-events';
import { mandateJson } from '../../mandates/queries/mandate.view';
import type { Effect } from '../domain/decision';
import type { Payment } from '../domain/payment';
import type { Shared } from '../persistence/shared/shared';

interface Change {
  readonly before: Mandate | undefined;
  readonly after: Mandate;
}

/** An authorized payment reports the use of its single-use mandate with every outcome: only the first changes it. */
const changedBy = (before: Mandate, after: Mandate): Change | undefined =>
  after.reserved === before.reserved && after.captured === before.captured && after.status === before.status
    ? undefined
    : { before, after };

/** What an effect does to the mandate that it names; undefined for effects about no mandate. */
function changeOf(effect: Effect, { merchantId, paymentId }: Payment, { mandates }: Shared): Change | undefined {
  if (effect.kind === 'create_mandate') return { before: undefined, after: effect.mandate };
  if (effect.kind === 'use_mandate') {
    const before = mandates.find(merchantId, effect.use.mandateId);
    return before && changedBy(before, withUse(before, effect.use));
  }
  if (effect.kind === 'move_mandate') {
    const before = mandates.find(merchantId, effect.mandateId);
    return before && { before, after: { ...before, ...effect.to } };
  }
  if (effect.kind !== 'refer_mandate') return undefined;
  const before = mandates.find(merchantId, effect.mandateId);
  const { mandateReference, customerReference } = effect.reference;
  // A mandate that has moved charges the payment method of another payment.
  if (before?.paymentId !== paymentId) return undefined;
  const known = before.reference;
  if (known.mandateReference === mandateReference && known.customerReference === customerReference) return undefined;
  return { before, after: { ...before, reference: { mandateReference, customerReference } } };
}

/** Applies a payment's changes to its mandates, and returns the events and webhooks of their new versions. */
export function changeMandates(
  shared: Shared,
  payment: Payment,
  effects: readonly Effect[],
  { now, profile }: { readonly now: Date; readonly profile: ProfileSettings },
): Outgoing[] {
  return effects.flatMap((effect) => {
    const change = changeOf(effect, payment, shared);
    if (!change) return [];
    const { before } = change;
    const after = before ? nextVersion(before, change.after, now) : change.after;
    shared.mandates.put(after);
    const paymentMethod = shared.paymentMethods.find(after.merchantId, after.paymentMethodId);
    return [
      ...mandateMessages(before, after, profile, { view: () => mandateJson(after, paymentMethod) }),
      ...(before && effect.kind === 'move_mandate' ? detach(shared, before, after, effect.detachment) : []),
    ];
  });
}

/** Ends the reference that the mandate had before it moved: nothing here charges it again. */
function detach(shared: Shared, before: Mandate, after: Mandate, operationId: OperationId): Outgoing[] {
  const { merchantId, profileId, mandateId, paymentId, attemptId, account, paymentMethodId } = before;
  const { mandateReference } = before.reference;
  if (mandateReference === null || mandateReference === after.reference.mandateReference) return [];
  const { merchantConnectorId } = account;
  shared.paymentMethods.forgetReference({ merchantId, paymentMethodId, merchantConnectorId, mandateReference });
  const ids = { operationId, merchantId, profileId, paymentId, attemptId, mandateId };
  return [outgoing(operationCommands.revoke_mandate, { ...ids, account, reference: mandateReference })];
}
