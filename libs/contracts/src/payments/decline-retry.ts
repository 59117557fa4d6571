import type { GsmRuleSettings } from '../accounts/accounts.config';

/** The connector's own opinion of a decline: whether an account at another processor may accept what this one refused. */
export type RetryHint = 'another_account' | 'never';

/**
 * What may follow a decline. with_three_ds: first the same account with 3-D Secure, then another account. with_number: the same
 * account with the card's number in place of its network token.
 */
export type DeclineRetry = RetryHint | 'with_three_ds' | 'with_number';

/** The rule of a decline; `mayUseNumber`: the processor declined a network token, and the profile permits the number. */
export interface DeclineRule {
  readonly rule: Pick<GsmRuleSettings, 'decision' | 'stepUpPossible' | 'clearPanPossible'> | undefined;
  readonly mayUseNumber?: boolean;
}

/** The operators' rule of a decline decides; without a rule the connector's hint does. */
export function declineRetryOf({ rule, mayUseNumber = false }: DeclineRule, hint: RetryHint): DeclineRetry {
  if (!rule) return hint;
  if (rule.decision !== 'retry') return 'never';
  if (rule.stepUpPossible) return 'with_three_ds';
  return mayUseNumber && rule.clearPanPossible ? 'with_number' : 'another_account';
}
