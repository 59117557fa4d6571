import type { GsmRuleSettings } from './accounts.config';
import { declineRetryOf, type DeclineRetry, type RetryHint } from './decline-retry';

const ruleOf = (decision: GsmRuleSettings['decision'], stepUpPossible = false): GsmRuleSettings => ({
  ...{ connector: 'stripe', flow: 'Payment', subFlow: 'Authorize', code: 'closed', message: 'Refused' },
  ...{ version: 1, updatedAt: '2026-01-05T10:00:00.000Z', deleted: false, status: 'Failure', routerError: null },
  ...{ decision, stepUpPossible, clearPanPossible: false, alternateNetworkPossible: false },
  ...{ unifiedCode: null, unifiedMessage: null, errorCategory: null, standardisedCode: null },
  ...{ description: null, userGuidanceMessage: null },
});

describe('what may follow a decline', () => {
  it.each<[string, GsmRuleSettings | undefined, RetryHint, DeclineRetry]>([
    ['without a rule the connector permits another account', undefined, 'another_account', 'another_account'],
    ['without a rule the connector permits nothing', undefined, 'never', 'never'],
    ['the rule `retry` wins over the connector', ruleOf('retry'), 'never', 'another_account'],
    ['the rule `do_default` wins over the connector', ruleOf('do_default'), 'another_account', 'never'],
    ['the rule `retry` permits 3-D Secure', ruleOf('retry', true), 'never', 'with_three_ds'],
    ['3-D Secure needs the decision `retry`', ruleOf('do_default', true), 'another_account', 'never'],
  ])('%s', (_name, rule, hint, expected) => expect(declineRetryOf(rule, hint)).toBe(expected));
});
