import type { GsmRuleSettings } from '../accounts/accounts.config';
import { declineRetryOf, type DeclineRetry, type DeclineRule, type RetryHint } from './decline-retry';

type Rule = DeclineRule['rule'];
const ruleOf = (decision: GsmRuleSettings['decision'], stepUpPossible = false, clearPanPossible = false): Rule => ({
  decision,
  stepUpPossible,
  clearPanPossible,
});

describe('what may follow a decline', () => {
  it.each<[string, Rule, RetryHint, DeclineRetry]>([
    ['without a rule the connector permits another account', undefined, 'another_account', 'another_account'],
    ['without a rule the connector permits nothing', undefined, 'never', 'never'],
    ['the rule `retry` wins over the connector', ruleOf('retry'), 'never', 'another_account'],
    ['the rule `do_default` wins over the connector', ruleOf('do_default'), 'another_account', 'never'],
    ['the rule `retry` permits 3-D Secure', ruleOf('retry', true), 'never', 'with_three_ds'],
    ['3-D Secure needs the decision `retry`', ruleOf('do_default', true), 'another_account', 'never'],
    ['a decline of a card number has no other number', ruleOf('retry', false, true), 'never', 'another_account'],
  ])('%s', (_name, rule, hint, expected) => expect(declineRetryOf({ rule }, hint)).toBe(expected));

  it.each<[string, Rule, DeclineRetry]>([
    ['without a rule the connector decides', undefined, 'never'],
    ['the rule permits the number', ruleOf('retry', false, true), 'with_number'],
    ['the rule does not permit the number', ruleOf('retry'), 'another_account'],
    ['the number needs the decision `retry`', ruleOf('do_default', false, true), 'never'],
    ['3-D Secure comes first', ruleOf('retry', true, true), 'with_three_ds'],
  ])('after a decline of a network token: %s', (_name, rule, expected) =>
    expect(declineRetryOf({ rule, mayUseNumber: true }, 'never')).toBe(expected),
  );
});
