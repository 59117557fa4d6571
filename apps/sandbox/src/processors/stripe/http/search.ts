import { valueAt } from '../../../kit/params/read-params';

type Clause = { readonly path: readonly string[]; readonly negated: boolean; readonly value: string };

const clausePattern = /^(-?)([a-z_]+)(?:\[(["'])(.*?)\3\])?\s*:\s*(["'])(.*)\5$|^(-?)([a-z_]+)\s*:\s*([\w.-]+)$/s;

function readClause(text: string): Clause | undefined {
  const found = clausePattern.exec(text.trim());
  if (!found) return undefined;
  const [, minus, field, , key, , value, bareMinus, bareField, bareValue] = found;
  return {
    path: [field ?? bareField ?? '', ...(key === undefined ? [] : [key])],
    negated: (minus ?? bareMinus) === '-',
    value: value ?? bareValue ?? '',
  };
}

/** Parses `status:'succeeded' AND metadata['order_id']:'x'`; undefined for any other syntax. */
export function readQuery(query: string): readonly Clause[] | undefined {
  const clauses = query.split(/\s+AND\s+/i).map(readClause);
  return clauses.every((clause): clause is Clause => clause !== undefined) ? clauses : undefined;
}

export const matchesClauses = (view: object, clauses: readonly Clause[]): boolean =>
  clauses.every(({ path, negated, value }) => {
    const found = valueAt(view, path);
    const equal = (typeof found === 'string' || typeof found === 'number') && String(found) === value;
    return equal !== negated;
  });
