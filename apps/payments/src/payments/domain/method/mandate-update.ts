import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import type { DecideContext, Effect } from '../decision';
import type { Payment } from '../payment';
import type { SavedMethod } from './saved-method';
import { isChargeable, type Mandate } from '../../../mandates/domain/mandate';

const updateField = 'mandate_data.update_mandate_id';

const wrong = (path: string, message: string): Refusal => refuse('precondition_failed', { message, path });
const invalid = (reason: string): Refusal => refuse('mandate_validation_failed', { reason, path: updateField });

type Context = Pick<DecideContext, 'records' | 'now'>;

/** Refuses to confirm a payment that could not move the mandate that it names. */
export function checkMandateUpdate(payment: Payment, context: Context): Refusal | undefined {
  const { updatedMandate: mandateId, acceptance } = payment.terms;
  if (mandateId === null) return undefined;
  if (payment.recurring) return invalid('Expected one out of recurring_details and mandate_data but got both');
  if (payment.mandateTerms) {
    const message = "Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both";
    return refuse('invalid_request', { message, path: 'mandate_data' });
  }
  return joinRefusals([
    payment.setupFutureUsage === 'off_session'
      ? undefined
      : wrong('setup_future_usage', '`setup_future_usage` must be `off_session` for mandates'),
    acceptance === null ? refuse('missing_param', { field: 'customer_acceptance' }) : undefined,
    checkUpdatable(context.records.mandate(mandateId), payment, context.now),
  ]);
}

/** The mandate's references belong to an account of its profile, so the new ones must too. Nothing is said of another customer's. */
function checkUpdatable(
  mandate: Mandate | undefined,
  { customerId, profileId }: Payment,
  now: Date,
): Refusal | undefined {
  if (!mandate) return refuse('mandate_not_found', { path: updateField });
  if (mandate.customerId !== customerId) return wrong('customer_id', 'customer_id must match mandate customer_id');
  if (mandate.profileId !== profileId) return invalid('profile_id must match mandate profile_id');
  if (mandate.terms.use === 'single_use') return invalid('a single-use mandate cannot be updated');
  return isChargeable(mandate, now) ? undefined : wrong(updateField, 'mandate is not active');
}

interface Moving {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly saved: SavedMethod;
  readonly account: Mandate['account'];
}

/**
 * Moves the mandate to the payment method that the payment has saved: once, and only where the processor has a reference for
 * later charges. Undefined where nothing moves. A mandate that was revoked meanwhile stays as it is.
 */
export function moveMandate(
  { payment, attempt, saved, account }: Moving,
  { records, newOperationId }: Pick<DecideContext, 'records' | 'newOperationId'>,
): Extract<Effect, { kind: 'move_mandate' }> | undefined {
  const { updatedMandate: mandateId, acceptance: customerAcceptance } = payment.terms;
  const { mandateReference = null, customerReference = null } = attempt.stored ?? {};
  if (mandateId === null || saved.status !== 'active' || saved.hasMovedMandate || mandateReference === null)
    return undefined;
  if (records.mandate(mandateId)?.status !== 'active') return undefined;
  const { paymentMethodId } = saved;
  return {
    kind: 'move_mandate',
    mandateId,
    detachment: newOperationId(),
    to: {
      paymentMethodId,
      paymentId: payment.paymentId,
      attemptId: attempt.id,
      account,
      reference: { mandateReference, customerReference },
      customerAcceptance,
    },
  };
}
