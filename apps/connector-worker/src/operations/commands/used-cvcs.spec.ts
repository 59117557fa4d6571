import type { GsmKey, GsmRuleSettings, Outcome } from '@payorch/contracts';
import { anAccount } from '../../../test/operations';
import type { Operation } from '../../domain/operation';
import { UsedCvcs } from './used-cvcs';

const error = { code: 'closed', message: 'Refused', reason: null, issuerCode: '51' };
const declined = (retry: 'another_account' | 'never' = 'never'): Outcome => ({
  kind: 'declined',
  reference: null,
  error,
  retry,
});
const operation = (changes: Partial<Operation> = {}): Operation =>
  ({
    merchantId: 'merchant_a',
    profileId: 'pro_1',
    account: anAccount,
    flow: 'authorize',
    cvcReference: 'card_1',
    fallbacks: [anAccount],
    ...changes,
  }) as Operation;

interface Given {
  readonly autoRetries?: boolean;
  readonly rule?: Partial<GsmRuleSettings>;
}

/** Whether the CVC is still stored after the outcome. */
function isRetained(outcome: Outcome, { autoRetries = true, rule }: Given, of = operation()): boolean {
  const deleted: string[] = [];
  const key = {
    connector: anAccount.connector,
    flow: 'Payment',
    subFlow: 'Authorize',
    code: 'closed',
    message: 'Refused',
  };
  const stored = rule && { ...key, stepUpPossible: false, ...rule };
  const gsmRule = (wanted: GsmKey) =>
    stored && (Object.keys(key) as (keyof GsmKey)[]).every((name) => wanted[name] === stored[name])
      ? (stored as GsmRuleSettings)
      : undefined;
  const used = new UsedCvcs({
    vault: { delete: async (reference) => void deleted.push(reference) },
    settings: { profile: () => ({ autoRetries }), global: { gsmRule } },
    networksOf: () => ['Visa'],
  });
  used.deleteAfter({ operation: of, outcome });
  return deleted.length === 0;
}

const issuers = 'Network:Visa|IssuerCode:51';

describe('the CVC of a declined authorization', () => {
  it.each<[string, Outcome, Given, Partial<Operation>, boolean]>([
    ['the connector permits another account', declined('another_account'), {}, {}, true],
    [
      'the connector permits another account, the route has none',
      declined('another_account'),
      {},
      { fallbacks: [] },
      false,
    ],
    ['the connector permits nothing', declined(), {}, {}, false],
    ['a rule permits another account', declined(), { rule: { decision: 'retry' } }, {}, true],
    ['a rule forbids it', declined('another_account'), { rule: { decision: 'do_default' } }, {}, false],
    [
      'a rule permits 3-D Secure',
      declined(),
      { rule: { decision: 'retry', stepUpPossible: true } },
      { fallbacks: [] },
      true,
    ],
    [
      'a rule of the issuer’s code permits another account',
      declined(),
      { rule: { decision: 'retry', code: issuers, message: issuers } },
      {},
      true,
    ],
    ['the profile has no automatic retries', declined('another_account'), { autoRetries: false }, {}, false],
  ])('where %s', (_name, outcome, given, changes, retained) => {
    expect(isRetained(outcome, given, operation(changes))).toBe(retained);
  });
});
