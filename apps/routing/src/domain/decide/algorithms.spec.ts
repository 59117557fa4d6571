import { isRefusal, refuse } from '@payorch/contracts';
import { anAlgorithmCommand, anAlgorithmRecord } from '../../../test/algorithms';
import { aComparison, aProgram, aRule } from '../../../test/programs';
import { createAlgorithm } from './create-algorithm';
import { executeRule } from './execute-rule';

const now = new Date('2026-01-05T10:00:00.000Z');
const cannotUse = (one: string, other: string) =>
  refuse('precondition_failed', { message: `Cannot use ${one}'s routing algorithm for ${other} operation` });

describe('a new algorithm', () => {
  it('is a record of the sent algorithm', () =>
    expect(createAlgorithm(anAlgorithmCommand(), { now })).toEqual({ ...anAlgorithmCommand(), createdAt: now }));

  it.each(['payment', 'payout'] as const)('a 3DS decision rule for a %s is refused', (algorithmFor) => {
    const refused = cannotUse('three_ds_authentication', algorithmFor);
    const { details } = refused;
    expect(createAlgorithm(anAlgorithmCommand({ algorithmFor }), { now })).toEqual({
      ...refused,
      details: { ...details, path: 'transaction_type' },
    });
  });

  it('a program with an unknown key is refused', () => {
    const data = aProgram(aRule({ condition: [aComparison('card_bin', 'equal', 'str_value', '1')] }));
    const refused = createAlgorithm(anAlgorithmCommand({ algorithm: { type: 'three_ds_decision_rule', data } }), {
      now,
    });
    expect(isRefusal(refused) && refused.code).toBe('invalid_request');
  });
});

describe('a stored algorithm', () => {
  it.each([
    [2999, 'no_three_ds'],
    [3000, 'challenge_requested'],
  ])('decides about an amount of %d', (amount, decision) =>
    expect(executeRule(anAlgorithmRecord(), { amount })).toBe(decision),
  );

  it('of another kind is refused', () => {
    const algorithm = { type: 'single', data: { connector: 'stripe_test' } } as const;
    const record = anAlgorithmRecord({ algorithm, algorithmFor: 'payment' });
    expect(executeRule(record, { amount: 1 })).toEqual(cannotUse('payment', 'three_ds_authentication'));
  });

  it.each([
    ['is no program', {}],
    ['was never valid', aProgram(aRule({ condition: [aComparison('x', 'equal', 'number', 1)] }))],
  ])('that %s is a bug', (_, data) => {
    const record = anAlgorithmRecord({ algorithm: { type: 'three_ds_decision_rule', data } });
    expect(() => executeRule(record, {})).toThrow('a stored 3DS decision rule is unreadable');
  });
});
