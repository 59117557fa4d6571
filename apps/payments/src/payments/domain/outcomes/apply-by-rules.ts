import type { Machine, StateOf } from '@payorch/kernel';
import { applyOutcome } from '@payorch/operations';
import type { Decision } from '../decision';
import { decided, unchanged } from '../decision';
import type { PaymentRules, Reported } from '../outcome-rules';
import { withAttempt } from '../payment';
import { syncOf } from './sync-effects';

/** A sync verifies what only a webhook reports. */
function verifyBySync(_operation: unknown, { payment, attempt }: Reported): Decision {
  const sync = syncOf(payment, attempt);
  return sync ? decided(withAttempt(payment, { ...attempt, syncCount: attempt.syncCount + 1 }), [sync]) : unchanged();
}

/** Applies an outcome to an operation by the rules of its kind. */
export const applyByRules = <M extends Machine, Operation extends { readonly state: StateOf<M> }>(
  rules: PaymentRules<M, Operation>,
  operation: Operation,
  reported: Reported,
): Decision => applyOutcome({ verified: verifyBySync, ...rules }, operation, reported);
