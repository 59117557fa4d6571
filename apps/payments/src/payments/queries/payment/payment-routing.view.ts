import type { JsonObject } from '@payorch/contracts';
import { accountJson, explanationOf, requestedAlgorithmOf } from '@payorch/contracts';
import type { Attempt } from '../../domain/attempts/attempt';
import { accountOf } from '../../domain/attempts/attempt';
import type { Payment } from '../../domain/payment';
import { narrowedStraightThrough } from '../../domain/terms/straight-through';

function attemptView(attempt: Attempt): JsonObject {
  const taken = accountOf(attempt);
  return {
    attempt_id: attempt.id,
    fallback_of: attempt.fallbackOf ?? null,
    taken: taken && accountJson(taken),
    fallbacks: attempt.fallbacks.map(accountJson),
    decision: attempt.decision ? explanationOf(attempt.decision) : null,
  };
}

/** Why each attempt of the payment went where it went. An attempt without an outcome has no decision yet. */
export function paymentRoutingView(payment: Payment): JsonObject {
  const requested = narrowedStraightThrough(payment);
  return {
    payment_id: payment.paymentId,
    profile_id: payment.profileId,
    requested: requested && requestedAlgorithmOf(requested),
    attempts: payment.attempts.map(attemptView),
  };
}
