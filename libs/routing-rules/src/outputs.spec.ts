import type { Json } from '@payorch/contracts';
import { aComparison, aProgram, aRule, aStatement } from '../test/programs';
import type { Problem, RuleProgram } from './program/rule-program';
import { readSurcharge } from './surcharge';
import { readThreeDsDecision, readThreeDsOverride } from './three-ds';

const amount = aStatement(aComparison('amount', 'less_than', 'number', 3000));
const withOutput = (output: Json): Json => ({ ...aProgram(aRule([amount], output)), defaultSelection: output });
const at = 'defaultSelection';

/** The default output, after a check that the rule has it too; else the problems of the default. */
function outputOf<Output>(read: RuleProgram<Output> | readonly Problem[]): Output | readonly string[] {
  if ('otherwise' in read) {
    expect(read.rules[0]?.output).toEqual(read.otherwise);
    return read.otherwise;
  }
  return read.filter(({ path }) => path.startsWith(at)).map(({ path, problem }) => `${path} ${problem}`);
}

describe('a 3DS decision rule', () => {
  const decisions = [
    ...['no_three_ds', 'challenge_requested', 'challenge_preferred', 'three_ds_exemption_requested_tra'],
    ...['three_ds_exemption_requested_low_value', 'issuer_three_ds_exemption_requested'],
  ];

  it.each(decisions)('decides %s', (decision) =>
    expect(outputOf(readThreeDsDecision(withOutput({ decision })))).toBe(decision),
  );

  it.each<[Json, string]>([
    [{ decision: 'three_ds' }, `.decision must be one of ${decisions.join(', ')}`],
    [{}, '.decision is missing'],
    [null, ' must be an object'],
    [{ decision: 'no_three_ds', type: 'x' }, '.type does not exist'],
  ])('with the output %j is refused', (output, problem) =>
    expect(outputOf(readThreeDsDecision(withOutput(output)))).toEqual([`${at}${problem}`]),
  );
});

describe('a program of the 3DS decision manager', () => {
  it.each<[Json, string | null]>([
    [{ override_3ds: 'three_ds' }, 'three_ds'],
    [{ override_3ds: 'no_three_ds' }, 'no_three_ds'],
    [{ override_3ds: null }, null],
    [{}, null],
  ])('with the output %j is read', (output, read) =>
    expect(outputOf(readThreeDsOverride(withOutput(output)))).toBe(read),
  );

  it.each<[Json, string]>([
    [{ override_3ds: 'challenge' }, '.override_3ds must be one of three_ds, no_three_ds'],
    [{ decision: 'three_ds' }, '.decision does not exist'],
    ['three_ds', ' must be an object'],
  ])('with the output %j is refused', (output, problem) =>
    expect(outputOf(readThreeDsOverride(withOutput(output)))).toEqual([`${at}${problem}`]),
  );
});

describe('a surcharge rule', () => {
  const details = (surcharge: Json, tax?: Json): Json => ({
    surcharge_details: { surcharge, ...(tax !== undefined && { tax_on_surcharge: tax }) },
  });
  const fixed = (amountOf: Json): Json => ({ type: 'fixed', value: { amount: amountOf } });
  const rate = (percentage: Json): Json => ({ type: 'rate', value: { percentage } });
  const inside = `${at}.surcharge_details`;
  const percentages = 'must be a number from 0 to 100 with at most two decimals';

  it.each<[Json, Json]>([
    [details(fixed(100)), { surcharge: { type: 'fixed', amount: 100 }, taxOnSurcharge: null }],
    [details(fixed(0), null), { surcharge: { type: 'fixed', amount: 0 }, taxOnSurcharge: null }],
    [details(rate(2.75), { percentage: 19 }), { surcharge: { type: 'rate', percentage: 2.75 }, taxOnSurcharge: 19 }],
    [details(rate(100), { percentage: 0.01 }), { surcharge: { type: 'rate', percentage: 100 }, taxOnSurcharge: 0.01 }],
    [{ surcharge_details: null }, null],
    [{}, null],
  ])('with the output %j is read', (output, read) => expect(outputOf(readSurcharge(withOutput(output)))).toEqual(read));

  it.each<[Json, string]>([
    [null, `${at} must be an object`],
    [{ surcharge: fixed(1) }, `${at}.surcharge does not exist`],
    [{ surcharge_details: {} }, `${inside}.surcharge is missing`],
    [details({ type: 'flat', value: {} }), `${inside}.surcharge.type must be one of fixed, rate`],
    [details({ type: 'fixed', value: 100 }), `${inside}.surcharge.value must be an object`],
    [details(fixed(1.5)), `${inside}.surcharge.value.amount must be an integer from 0 to 9007199254740991`],
    [details(fixed('1')), `${inside}.surcharge.value.amount must be an integer from 0 to 9007199254740991`],
    [details({ type: 'rate', value: { amount: 1 } }), `${inside}.surcharge.value.amount does not exist`],
    [details(rate(100.01)), `${inside}.surcharge.value.percentage ${percentages}`],
    [details(rate(-1)), `${inside}.surcharge.value.percentage ${percentages}`],
    [details(rate(2.755)), `${inside}.surcharge.value.percentage ${percentages}`],
    [details(fixed(1), { percentage: '19' }), `${inside}.tax_on_surcharge.percentage ${percentages}`],
    [details(fixed(1), 19), `${inside}.tax_on_surcharge must be an object`],
  ])('with the output %j is refused', (output, problem) =>
    expect(outputOf(readSurcharge(withOutput(output)))).toContain(problem),
  );
});
