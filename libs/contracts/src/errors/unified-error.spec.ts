import type { GsmRuleSettings } from '../accounts/accounts.config';
import type { Failure, GsmKey } from './unified-error';
import { gsmRuleFor, unexplained, unifiedBy } from './unified-error';

const key: GsmKey = {
  connector: 'stripe',
  flow: 'refund_flow',
  subFlow: 'sub_flow',
  code: 'closed',
  message: 'Refused',
};
const ruleOf = (changes: Partial<GsmRuleSettings> = {}): GsmRuleSettings => ({
  ...key,
  version: 1,
  updatedAt: '2026-01-05T10:00:00.000Z',
  deleted: false,
  status: 'Failure',
  routerError: null,
  decision: 'do_default',
  stepUpPossible: false,
  clearPanPossible: false,
  alternateNetworkPossible: false,
  unifiedCode: 'UE_1000',
  unifiedMessage: 'Issue with payment method details',
  errorCategory: null,
  standardisedCode: null,
  description: null,
  userGuidanceMessage: null,
  ...changes,
});

const payment = { flow: 'Payment', subFlow: 'Authorize' };
const failure: Failure = {
  connector: 'stripe',
  cardNetwork: 'Visa',
  error: { code: 'closed', message: 'Refused', reason: 'The account is closed', issuerCode: '51' },
  steps: [{ flow: 'refund_flow', subFlow: 'sub_flow' }, payment],
};
const issuer = { code: 'Network:Visa|IssuerCode:51', message: 'Network:Visa|IssuerCode:51' };

describe('the GSM rule of a failure', () => {
  /** In the order of the search. */
  const known: readonly GsmRuleSettings[] = [
    ruleOf(issuer),
    ruleOf({ ...issuer, ...payment }),
    ruleOf(),
    ruleOf(payment),
  ];
  const found = (rules: readonly GsmRuleSettings[], of: Partial<Failure> = {}) =>
    gsmRuleFor({ ...failure, ...of }, (key) =>
      rules.find((rule) => (Object.keys(key) as (keyof GsmKey)[]).every((name) => rule[name] === key[name])),
    );

  it.each(known.map((_, index) => index))('the rule of a failure is the first one that exists: %d', (index) =>
    expect(found(known.slice(index).reverse())).toBe(known[index]),
  );

  it('no issuer code is looked up while the card network is unknown', () =>
    expect(found(known, { cardNetwork: null })).toBe(known[2]));

  it.each<Partial<GsmKey>>([
    { connector: 'adyen' },
    { flow: 'payout_flow' },
    { subFlow: 'Capture' },
    { code: 'open' },
    { message: 'Declined' },
  ])('no rule matches where %j differs', (other) => expect(found([ruleOf(other)])).toBeUndefined());
});

it('a unified error has both code and message, or neither', () => {
  expect(unifiedBy(ruleOf())).toEqual({ code: 'UE_1000', message: 'Issue with payment method details' });
  for (const rule of [undefined, ruleOf({ unifiedCode: null }), ruleOf({ unifiedMessage: null })])
    expect(unifiedBy(rule)).toBe(unexplained);
});
