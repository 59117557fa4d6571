import type { GsmRuleSettings } from './accounts.config';

/** The connector's own opinion of a decline: whether an account at another processor may accept what this one refused. */
export type RetryHint = 'another_account' | 'never';

/** What may follow a decline. with_three_ds: first the same account with 3-D Secure, then another account. */
export type DeclineRetry = RetryHint | 'with_three_ds';

/** The operators' rule of a decline decides; without a rule the connector's hint does. */
export function declineRetryOf(rule: GsmRuleSettings | undefined, hint: RetryHint): DeclineRetry {
  if (!rule) return hint;
  if (rule.decision !== 'retry') return 'never';
  return rule.stepUpPossible ? 'with_three_ds' : 'another_account';
}
