/** One problem of a request, in the list `fields` of an error body. It never quotes a value of the request. */
export interface FieldProblem {
  /** `payment_method_data.card.card_number`, `order_details[0].amount`; `url` if no route has the path. */
  readonly field: string;
  readonly message: string;
  /** The wire code that this problem alone would have. */
  readonly code?: string;
  /** The one name of a closed set, or the documented route, that resembles what was sent. */
  readonly nearest?: string;
}

const longestName = 64;

/** A name that the caller made up is shown shortened, and without digits that could be a card's. */
export function shownName(name: string): string {
  const masked = name.replace(/\d{8,}/g, '…');
  return masked.length > longestName ? `${masked.slice(0, longestName)}…` : masked;
}

/** A path of which each name is shown so. */
export const shownPath = (path: string): string => path.split('.').map(shownName).join('.');

/** A list has no more problems: an error body stays small. */
export const mostFieldProblems = 20;

/** At most `mostFieldProblems`, one for each field. */
export function listed(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const byField = new Map<string, FieldProblem>();
  for (const problem of problems) {
    if (byField.size === mostFieldProblems) break;
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()];
}

/** The detail of a refusal that names the fields in which a repeated request differs from the first one. */
export const differing = (fields: readonly string[]): Readonly<Record<string, string>> =>
  fields.length === 0 ? {} : { differing: fields.join(',') };

/** The problems of such a refusal. */
export const differencesIn = ({ differing: names }: Readonly<Record<string, string>>): FieldProblem[] =>
  names === undefined
    ? []
    : names.split(',').map((field) => ({ field, message: 'differs from the earlier request with this id or key' }));
