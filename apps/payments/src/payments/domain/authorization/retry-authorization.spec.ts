import type { GsmKey, GsmRuleSettings, Outcome, PaymentFields } from '@payorch/contracts';
import {
  aContext,
  aPayment,
  aProfile,
  effectsOf,
  firstAccount,
  kindsOf,
  later,
  now,
  paymentOf,
  receive,
  secondAccount,
} from '../../../../test/builders';
import { declined, unknown } from '../../../../test/outcomes';
import type { RetryConfigs } from '../decision';
import { statusOf } from '../payment.status';
import { confirmPayment } from '../decide/confirm-payment';

const key: GsmKey = {
  connector: firstAccount.connector,
  flow: 'Payment',
  subFlow: 'Authorize',
  code: 'DC_08',
  message: 'Payment declined: Card declined',
};
type Rule = Partial<GsmRuleSettings>;
const ruleOf = (changes: Rule): GsmRuleSettings => ({
  ...key,
  version: 1,
  updatedAt: now.toISOString(),
  deleted: false,
  status: 'Failure',
  routerError: null,
  decision: 'retry',
  stepUpPossible: false,
  clearPanPossible: false,
  alternateNetworkPossible: false,
  unifiedCode: null,
  unifiedMessage: null,
  errorCategory: null,
  standardisedCode: null,
  description: null,
  userGuidanceMessage: null,
  ...changes,
});
const retry: Rule = { decision: 'retry' };
const stepUp: Rule = { decision: 'retry', stepUpPossible: true };
const doDefault: Rule = { decision: 'do_default' };

interface Given {
  readonly rule?: Rule | undefined;
  readonly limit?: number;
  readonly isEnabled?: boolean;
  readonly configs?: RetryConfigs;
  readonly authenticatesCustomers?: boolean;
}
const contextOf = ({ rule, limit = 1, isEnabled = true, configs, authenticatesCustomers }: Given, seconds = 1) => {
  const known = rule && ruleOf(rule);
  return aContext({
    now: later(seconds),
    ...(configs && { retryConfigs: configs }),
    ...(authenticatesCustomers !== undefined && { authenticatesCustomers }),
    profile: { ...aProfile, autoRetries: isEnabled, maxAutoRetries: limit, manualRetry: true },
    gsmRule: (wanted) =>
      known && (Object.keys(key) as (keyof GsmKey)[]).every((name) => wanted[name] === known[name]) ? known : undefined,
  });
};
const twoMore = { fallbacks: [secondAccount, { ...secondAccount, connector: 'checkout_test' }] };

/** The next authorization after an outcome: the connector, and whether with 3-D Secure. */
function nextAfter(
  outcome: Outcome,
  given: Given,
  {
    payment = aPayment.authorizing(),
    event = twoMore,
  }: { payment?: ReturnType<typeof aPayment.authorizing>; event?: object } = {},
): string {
  const decision = receive(payment, outcome, event, contextOf(given));
  const next = effectsOf(decision).find((effect) => effect.kind === 'authorize');
  if (next?.kind !== 'authorize') return statusOf(paymentOf(decision));
  return `${next.account.connector}${next.operation.threeDs ? ' with 3DS' : ''}`;
}

const notSent: Outcome = {
  kind: 'not_sent',
  retry: 'another_account',
  error: { code: 'CONNECTION_REFUSED', message: 'no connection', reason: null },
};

describe('after a failed authorization', () => {
  it.each<[string, Outcome, Given, string]>([
    ['a decline that the connector calls final', declined(), {}, 'failed'],
    ['a decline that the connector lets another account try', declined('another_account'), {}, 'adyen_test'],
    ['a final decline with the rule `retry`', declined(), { rule: retry }, 'adyen_test'],
    ['any decline with the rule `do_default`', declined('another_account'), { rule: doDefault }, 'failed'],
    ['a decline with a rule of another connector', declined(), { rule: { ...retry, connector: 'stripe' } }, 'failed'],
    ['a decline with a rule of a capture', declined(), { rule: { ...retry, subFlow: 'Capture' } }, 'failed'],
    ['a decline with a rule of a sync', declined(), { rule: { ...retry, subFlow: 'PSync' } }, 'adyen_test'],
    ['a decline with the rule `step_up_possible`', declined(), { rule: stepUp }, 'stripe_test with 3DS'],
    [
      '`step_up_possible` at a connector that the operator names',
      declined(),
      { rule: stepUp, configs: { asksRules: true, stepUpConnectors: ['stripe_test'] } },
      'stripe_test with 3DS',
    ],
    [
      '`step_up_possible` at a connector that the operator does not name',
      declined(),
      { rule: stepUp, configs: { asksRules: true, stepUpConnectors: ['adyen_test'] } },
      'adyen_test',
    ],
    [
      '`step_up_possible` where the operator has switched 3-D Secure off',
      declined(),
      { rule: stepUp, authenticatesCustomers: false },
      'adyen_test',
    ],
    [
      'the rule `retry` where the operator asks no rules',
      declined(),
      { rule: retry, configs: { asksRules: false, stepUpConnectors: null } },
      'failed',
    ],
    ['`step_up_possible` without the decision `retry`', declined(), { rule: { ...stepUp, ...doDefault } }, 'failed'],
    ['the rule `retry` and a limit of zero', declined(), { rule: retry, limit: 0 }, 'failed'],
    ['`step_up_possible` and a limit of zero', declined(), { rule: stepUp, limit: 0 }, 'failed'],
    ['the rule `retry`, retries not enabled', declined(), { rule: retry, isEnabled: false, limit: 5 }, 'failed'],
    ['`not_sent`, retries not enabled', notSent, { isEnabled: false, limit: 0 }, 'adyen_test'],
    [
      '`not_sent` with the rule `do_default`',
      notSent,
      { rule: { ...doDefault, code: 'CONNECTION_REFUSED' } },
      'adyen_test',
    ],
    ['an unknown outcome with the rule `retry`', unknown, { rule: { ...retry, code: 'TIMEOUT' } }, 'processing'],
    ['an outcome that was accepted', { kind: 'accepted', reference: null }, { rule: retry }, 'processing'],
    ['an absent authorization with the rule `retry`', { kind: 'absent' }, { rule: retry }, 'failed'],
  ])('%s', (_name, outcome, given, expected) => expect(nextAfter(outcome, given)).toBe(expected));

  it('a route without another account allows only the same account with 3-D Secure', () => {
    const event = { fallbacks: [] };
    expect(nextAfter(declined(), { rule: retry }, { event })).toBe('failed');
    expect(nextAfter(declined(), { rule: stepUp }, { event })).toBe('stripe_test with 3DS');
  });

  it.each<[string, Partial<PaymentFields>]>([
    ['a payment that requested 3-D Secure', { authenticationType: 'three_ds' }],
    ['a payment whose customer is absent', { details: { off_session: true } }],
  ])('%s goes to another account instead of the same one with 3-D Secure', (_name, fields) => {
    const next = nextAfter(declined(), { rule: stepUp }, { payment: aPayment.authorizing(fields) });
    expect(next).toMatch(/^adyen_test/);
  });

  it('a customer who failed at the bank’s page is not charged elsewhere', () => {
    for (const source of ['sync', 'webhook'] as const)
      expect(
        nextAfter(
          declined('another_account'),
          { rule: retry, limit: 9 },
          {
            payment: aPayment.challenged(),
            event: { ...twoMore, source },
          },
        ),
      ).toBe('failed');
  });

  it('a decline that a sync finds is retried like any other', () => {
    const payment = paymentOf(receive(aPayment.authorizing(), unknown, twoMore));
    expect(nextAfter(declined(), { rule: retry }, { payment, event: { source: 'sync' } })).toBe('adyen_test');
  });
});

describe('the limit of automatic retries', () => {
  /** Declines until nothing more is sent; the connectors in order. */
  function connectorsWith(limit: number, rule: Rule): string[] {
    const sent = [firstAccount.connector];
    let payment = aPayment.authorizing();
    for (let connector: string | undefined = firstAccount.connector; connector !== undefined;) {
      const event = sent.length === 1 ? twoMore : {};
      const decision = receive(payment, declined(), event, contextOf({ rule: { ...rule, connector }, limit }));
      const next = effectsOf(decision).find((effect) => effect.kind === 'authorize');
      connector = next?.kind === 'authorize' ? next.account.connector : undefined;
      payment = paymentOf(decision);
      if (connector) sent.push(connector);
    }
    expect(statusOf(payment)).toBe('failed');
    return sent;
  }

  it.each<[number, Rule, string[]]>([
    [0, retry, ['stripe_test']],
    [1, retry, ['stripe_test', 'adyen_test']],
    [2, retry, ['stripe_test', 'adyen_test', 'checkout_test']],
    [9, retry, ['stripe_test', 'adyen_test', 'checkout_test']],
    [1, stepUp, ['stripe_test', 'stripe_test']],
    [2, stepUp, ['stripe_test', 'stripe_test', 'adyen_test']],
  ])('%i with %j allows %j', (limit, rule, connectors) => expect(connectorsWith(limit, rule)).toEqual(connectors));

  it('counts neither an authorization that was not sent nor one of an earlier confirmation', () => {
    const given = { rule: { ...retry, connector: 'adyen_test' } };
    const second = paymentOf(receive(aPayment.authorizing(), notSent, twoMore, contextOf(given)));
    const third = paymentOf(receive(second, declined(), {}, contextOf(given)));
    expect(statusOf(third)).toBe('processing');
    const failed = paymentOf(receive(third, declined(), {}, contextOf(given)));
    expect(statusOf(failed)).toBe('failed');
    const { merchantId, paymentId } = failed;
    const command = { merchantId, paymentId, caller: { kind: 'merchant' }, fields: { details: {} } } as unknown;
    const again = confirmPayment(failed, command as Parameters<typeof confirmPayment>[1], contextOf({}, 2));
    const fourth = receive(
      paymentOf(again),
      declined('another_account'),
      { fallbacks: [secondAccount] },
      contextOf({}, 3),
    );
    expect(kindsOf(fourth)).toContain('authorize');
    expect(paymentOf(fourth).attempts.map(({ id, retryCount }) => [id, retryCount])).toEqual([
      ['pay_1_1', undefined],
      ['pay_1_2', undefined],
      ['pay_1_3', 1],
      ['pay_1_4', undefined],
      ['pay_1_5', 1],
    ]);
  });
});

it('a payment repeated with 3-D Secure shows it, and its earlier attempt the type that it had', () => {
  const payment = paymentOf(receive(aPayment.authorizing(), declined(), {}, contextOf({ rule: stepUp })));
  expect(payment.authenticationType).toBe('three_ds');
  expect(payment.attempts.map(({ authenticationType }) => authenticationType)).toEqual([null, undefined]);
});
