import { fixed, programOf, rulesOf } from '../../../test/merchant-rules';
import { merchantRulesOf } from './merchant-rules';

it('a merchant without rules, and a profile without a rule, decide nothing', () =>
  expect(merchantRulesOf(undefined, undefined)).toEqual({
    threeDsOverride: undefined,
    threeDsDecision: undefined,
    surcharge: undefined,
  }));

it('each program needs the facts that its rules compare', () => {
  const { threeDsOverride, threeDsDecision, surcharge } = rulesOf({
    override: programOf({}, [[['card_type', 'debit'], { override_3ds: 'three_ds' }]]),
    decision: programOf({ decision: 'no_three_ds' }, [[['issuer_country', 'Germany'], { decision: 'no_three_ds' }]]),
    surcharge: programOf({}, [[['wallet', 'paypal'], fixed(1)]]),
  });
  expect([threeDsOverride, threeDsDecision, surcharge].map((rules) => [...(rules?.needs.keys ?? [])])).toEqual([
    ...[['card_type'], ['issuer_country'], ['wallet']],
  ]);
});

it('stored rules that this release cannot read decide nothing', () =>
  expect(rulesOf({ override: {}, decision: { rules: 1 }, surcharge: programOf({ unknown: 1 }) })).toEqual({
    threeDsOverride: undefined,
    threeDsDecision: undefined,
    surcharge: undefined,
  }));

it('a program is compiled once for each change of the settings', () => {
  const at = '2026-11-26T04:00:00.000Z';
  const threeDs = { name: 'ours', algorithm: programOf({}), createdAt: at, modifiedAt: at };
  const of = (settings: typeof threeDs) => merchantRulesOf({ threeDs: settings, surcharge: null }, undefined);
  expect(of(threeDs).threeDsOverride).toBe(of(threeDs).threeDsOverride);
  expect(of({ ...threeDs }).threeDsOverride).not.toBe(of(threeDs).threeDsOverride);
});
