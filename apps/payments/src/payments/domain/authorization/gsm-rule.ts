import type { FindGsmRule, GsmRuleSettings } from '@payorch/contracts';
import { gsmRuleFor } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import { accountOf, errorOf } from '../attempts/attempt';
import type { AttemptState } from '../attempts/attempt.machine';

/** The failed step, in the words of the GSM rules. Whether the call or a later sync reported it is not stored. */
const stepsOf: Partial<Record<AttemptState, readonly string[]>> = {
  failure: ['Authorize', 'PSync'],
  pending: ['Authorize', 'PSync'],
  capture_failed: ['Capture'],
  void_failed: ['Void'],
};

/** The operators' rule for the attempt's error; undefined without an error or without a rule. */
export function gsmRuleOf(attempt: Attempt, find: FindGsmRule): GsmRuleSettings | undefined {
  const error = errorOf(attempt);
  const account = accountOf(attempt);
  if (!error || !account) return undefined;
  const steps = (stepsOf[attempt.state] ?? []).map((subFlow) => ({ flow: 'Payment', subFlow }));
  const cardNetwork = attempt.method?.card?.network ?? null;
  return gsmRuleFor({ connector: account.connector, cardNetwork, error, steps }, find);
}
