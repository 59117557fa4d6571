import { type FieldProblem, listed, mostFieldProblems, shownName } from '@payorch/contracts';
import type { Path, Violation } from '@payorch/rest';
import { nearestWord } from '../errors';

/** `order_details[0].amount`; the body itself is `body`. */
const fieldOf = (path: Path): string =>
  path.reduce<string>((parent, step) => {
    if (typeof step === 'number') return `${parent || 'body'}[${step}]`;
    return parent === '' ? shownName(step) : `${parent}.${shownName(step)}`;
  }, '') || 'body';

function problemOf({ path, plain, outside, lacks }: Violation): FieldProblem {
  const nearest = outside && nearestWord(outside.given, outside.known);
  const field = fieldOf(lacks === undefined ? path : [...path, lacks]);
  return { field, message: plain, code: 'IR_06', ...(nearest !== undefined && { nearest }) };
}

/** What the list `fields` of an error body says of violations in the order of the text. Quotes no value of the body. */
export const problemsOf = (violations: readonly Violation[]): readonly FieldProblem[] =>
  listed(violations.slice(0, mostFieldProblems).map(problemOf));
