import * as fc from 'fast-check';
import { anyFacts, anyProgram } from '../../test/arbitraries';
import { aComparison, aProgram, aRule, aStatement, ofAnyOutput, withoutProblems } from '../../test/programs';
import { compileProgram } from './compile';
import { interpretProgram } from './interpret';
import { readProgram } from './read-program';
import type { RuleProgram } from './rule-program';

const paymentsOfEach = 40;
const programs = 2_500;

it('a compiled program decides as the interpreter does: 100,000 random payments by 2,500 random programs', () => {
  const decided = new Map<string, number>();
  fc.assert(
    fc.property(
      anyProgram,
      fc.array(anyFacts, { minLength: paymentsOfEach, maxLength: paymentsOfEach }),
      (sent, payments) => {
        const program = withoutProblems(readProgram(sent, ofAnyOutput()));
        const decide = compileProgram(program);
        for (const facts of payments) {
          const compiled = decide(facts);
          const interpreted = interpretProgram(program, facts);
          if (compiled.output !== interpreted.output || compiled.rule?.index !== interpreted.rule?.index)
            expect(compiled).toEqual(interpreted);
          const output = JSON.stringify(compiled.output);
          decided.set(output, (decided.get(output) ?? 0) + 1);
        }
      },
    ),
    { numRuns: programs },
  );
  // The default and each of the six rules decide often enough to be tested.
  expect([...decided.values()].reduce((sum, count) => sum + count, 0)).toBe(programs * paymentsOfEach);
  expect([...decided.keys()].sort()).toEqual(['0', '1', '2', '3', '4', '5', '99']);
  expect(Math.min(...decided.values())).toBeGreaterThan(100);
});

it('a decision keeps nothing of the payment before it', () => {
  const visa = aComparison('card_network', 'equal', 'enum_variant', 'Visa');
  const gold = aComparison('metadata', 'equal', 'metadata_variant', { key: 'segment', value: 'gold' });
  const program = aProgram(aRule([aStatement(visa)], 'visa'), aRule([aStatement(gold)], 'gold'));
  const decide = compileProgram(withoutProblems(readProgram(program, ofAnyOutput())));
  expect(decide({ values: { card_network: 'Visa' }, metadata: { segment: 'gold' } }).output).toBe('visa');
  expect(decide({ values: {}, metadata: { segment: 'gold' } }).output).toBe('gold');
  expect(decide({ values: {} }).output).toBe('otherwise');
});

it('a decision returns the ruling that was made when the program was compiled', () => {
  const decide = compileProgram(withoutProblems(readProgram(aProgram(aRule()), ofAnyOutput())));
  expect(decide({ values: {} })).toBe(decide({ values: { amount: 1 } }));
});

it.each(['toString', '__proto__'])('metadata has no %s that the payment did not send', (key) => {
  const operand = { must: 'match_none', kind: 'metadata', key, value: 'x' } as const;
  const statements = [{ condition: [{ key: 'metadata', operand }], nested: null }] as const;
  const program: RuleProgram<string> = {
    rules: [{ name: 'a rule', output: 'fired', statements }],
    otherwise: 'otherwise',
  };
  // A function in the place of a text would differ from `x`, so the rule would fire.
  for (const metadata of [{}, { other: 'y' }]) {
    expect(compileProgram(program)({ values: {}, metadata }).output).toBe('otherwise');
    expect(interpretProgram(program, { values: {}, metadata }).output).toBe('otherwise');
  }
});
