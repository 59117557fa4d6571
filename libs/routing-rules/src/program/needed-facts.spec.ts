import { aComparison, aProgram, aRule, aStatement, ofAnyOutput, withoutProblems } from '../../test/programs';
import { neededFacts } from './needed-facts';
import { readProgram } from './read-program';

const needsOf = (sent: ReturnType<typeof aProgram>) => neededFacts(withoutProblems(readProgram(sent, ofAnyOutput())));
const metadata = (key: string) => aComparison('metadata', 'equal', 'metadata_variant', { key, value: 'x' });
const amount = aComparison('amount', 'equal', 'number', 1);
const country = aComparison('country', 'equal', 'enum_variant', 'Germany');

it('a program without rules needs no fact', () =>
  expect(needsOf(aProgram())).toEqual({ keys: new Set(), metadata: new Set() }));

it('a program needs the keys of all its rules, nested ones too, and keys of the metadata by name', () => {
  const nested = { condition: [amount, metadata('segment')], nested: [aStatement(country, metadata('channel'))] };
  expect(needsOf(aProgram(aRule([aStatement(amount)]), aRule([aStatement(), nested])))).toEqual({
    keys: new Set(['amount', 'business_country']),
    metadata: new Set(['segment', 'channel']),
  });
});
