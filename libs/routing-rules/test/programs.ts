import type { Json, JsonObject, RoutingFacts } from '@payorch/contracts';
import type { Problem, ProgramReading, Ruling } from '../src';
import { compileProgram, interpretProgram, isProblems, readProgram } from '../src';

/** A comparison in the form of the interface. */
export const aComparison = (lhs: string, comparison: string, type: string, value: Json): JsonObject => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});

export const aStatement = (...condition: readonly Json[]): JsonObject => ({ condition, nested: null });

/** A rule with the output `fired`; the statement holds for every payment unless one is given. */
export const aRule = (statements: Json = [aStatement()], output: Json = 'fired'): JsonObject => ({
  name: 'a rule',
  connectorSelection: output,
  statements,
});

/** A program whose default is `otherwise`. */
export const aProgram = (...rules: readonly Json[]): JsonObject => ({
  defaultSelection: 'otherwise',
  rules,
  metadata: {},
});

/** Reads any output as it is. */
export const ofAnyOutput = (
  feature: ProgramReading<Json>['feature'] = 'connector_selection',
): ProgramReading<Json> => ({
  feature,
  readOutput: (sent) => sent,
});

/** What was read, for a test in which it has no problems. */
export function withoutProblems<Read>(read: Read | readonly Problem[]): Read {
  if (isProblems(read)) throw new Error(JSON.stringify(read));
  return read;
}

/** What a sent program decides: compiled and interpreted, which must agree. */
export function decisionOf(sent: Json, facts: RoutingFacts): Ruling<Json> {
  const program = withoutProblems(readProgram(sent, ofAnyOutput()));
  const compiled = compileProgram(program)(facts);
  expect(compiled).toEqual(interpretProgram(program, facts));
  return compiled;
}
