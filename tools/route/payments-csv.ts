import type { RoutingFacts } from '@payorch/contracts';
import { isCurrency } from '@payorch/kernel';
import type { RuleKey } from '@payorch/routing-rules';
import { countryNameOf, isRuleKey, ruleKeys, typeFactOf } from '@payorch/routing-rules';
import type { SimulatedPayment } from './payments';
import { firstAttemptOf } from './payments';

type Place =
  | { readonly kind: 'payment_id' | 'attempt_id' | 'payment_method_type' }
  | { readonly kind: 'key'; readonly key: RuleKey }
  | { readonly kind: 'metadata'; readonly key: string };

export interface Columns {
  readonly places: readonly (Place | undefined)[];
  /** Columns that no rule can compare. */
  readonly ignored: readonly string[];
}

const own = ['payment_id', 'attempt_id', 'payment_method_type'] as const;
const needed = ['payment_id', 'amount', 'currency'];
const inMetadata = 'metadata.';

function placeOf(name: string): Place | undefined {
  const kind = own.find((one) => one === name);
  if (kind) return { kind };
  if (name.startsWith(inMetadata)) return { kind: 'metadata', key: name.slice(inMetadata.length) };
  // As in rules, `country` is the country of the business.
  const key = name === 'country' ? 'business_country' : name;
  return isRuleKey(key) && key !== 'metadata' ? { kind: 'key', key } : undefined;
}

/** What the columns hold, by the first line of the file; otherwise every problem of it. */
export function readColumns(header: readonly string[]): Columns | readonly string[] {
  const problems = [
    ...needed.filter((name) => !header.includes(name)).map((name) => `line 1 has no column ${name}`),
    ...header.filter((name, at) => header.indexOf(name) !== at).map((name) => `line 1 has the column ${name} twice`),
  ];
  if (problems.length > 0) return problems;
  const places = header.map(placeOf);
  return { places, ignored: header.filter((_, at) => places[at] === undefined) };
}

type Value = string | number;

function valueOf(key: RuleKey, text: string): Value | { readonly problem: string } {
  const type = ruleKeys[key];
  if (type.kind === 'number') {
    const number = Number(text);
    const isCount = /^\d+$/.test(text) && Number.isSafeInteger(number);
    return isCount ? number : { problem: 'must be an integer from 0 to 9007199254740991' };
  }
  if (type.kind !== 'enum_variant' || type.values.has(text)) return text;
  const country = key.endsWith('_country') ? countryNameOf(text) : undefined;
  return country ?? { problem: `is not a value of this key` };
}

/** The payment of a row; otherwise every problem of the row, each after its line and column. */
export function readRow(
  row: readonly string[],
  { places }: Columns,
  line: number,
): SimulatedPayment | readonly string[] {
  if (row.length !== places.length)
    return [`line ${line} has ${row.length} columns, and the first line ${places.length}`];
  const problems: string[] = [];
  const values: Record<string, Value> = {};
  const metadata: Record<string, string> = {};
  const texts: Partial<Record<(typeof own)[number], string>> = {};
  const take = (key: RuleKey, text: string, column: string) => {
    const value = valueOf(key, text);
    if (typeof value === 'object') problems.push(`line ${line}, ${column} ${value.problem}`);
    else values[key] = value;
  };
  for (const [at, place] of places.entries()) {
    const text = row[at]?.trim() ?? '';
    if (!place || text === '') continue;
    if (place.kind === 'key') take(place.key, text, place.key);
    else if (place.kind === 'metadata') metadata[place.key] = text;
    else texts[place.kind] = text;
  }
  const type = texts.payment_method_type;
  const method = values['payment_method'];
  const fact = type === undefined || method === undefined ? undefined : typeFactOf(String(method), type);
  if (type !== undefined && method !== undefined && !fact)
    problems.push(`line ${line}, payment_method_type is no type of ${method} that rules know`);
  if (fact && !(fact[0] in values)) values[fact[0]] = fact[1];
  const { amount, currency } = values;
  const id = texts.payment_id;
  const isRead = (name: string) => problems.some((problem) => problem.startsWith(`line ${line}, ${name} `));
  for (const [name, value] of Object.entries({ payment_id: id, amount, currency }))
    if (value === undefined && !isRead(name)) problems.push(`line ${line}, ${name} is empty`);
  if (problems.length > 0 || id === undefined || typeof amount !== 'number' || !isCurrency(currency)) return problems;
  const facts: RoutingFacts = { values, ...(Object.keys(metadata).length > 0 && { metadata }) };
  return { id, attemptId: texts.attempt_id ?? firstAttemptOf(id), amount, currency, facts };
}
