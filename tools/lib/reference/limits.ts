import { resolved, type Schema, type Schemas } from './schema';

/** Integers of these names are amounts: no schema of the interface says it. */
const amountName = /(^|_)amount$|^amount_|_cost$|^duty_amount|recurring_amount$|^(start|end|net)_amount$/;

function lengths({ minLength = 0, maxLength }: Schema): string[] {
  if (maxLength === undefined) return minLength > 0 ? [`At least ${minLength} characters.`] : [];
  if (minLength === maxLength) return [`Exactly ${maxLength} characters.`];
  return [minLength > 0 ? `${minLength} to ${maxLength} characters.` : `At most ${maxLength} characters.`];
}

function range({ minimum, maximum }: Schema): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`From ${minimum} to ${maximum}.`];
  if (maximum !== undefined) return [`At most ${maximum}.`];
  // Every count begins at 0: only another lowest value says something.
  return minimum !== undefined && minimum > 0 ? [`At least ${minimum}.`] : [];
}

function isAmount(name: string, original: Schema, { type, 'x-wire-type': wireType }: Schema): boolean {
  const reference = JSON.stringify(original);
  return wireType === 'amount' || /\/MinorUnit"/.test(reference) || (type === 'integer' && amountName.test(name));
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'ISO 8601, such as `2026-01-31T12:00:00Z`.',
  uri: 'An absolute http or https address.',
};

/** The unit and the limits of a field as sentences, from the keywords that also validate it. */
export function limitsOf(name: string, original: Schema, schemas: Schemas): string[] {
  const schema = resolved(original, schemas);
  return [
    ...(isAmount(name, original, schema) ? ['In minor units of the currency: 1050 is 10.50 EUR.'] : []),
    ...lengths(schema),
    ...(schema.pattern === undefined ? [] : ['Letters, digits, `_` and `-` only.']),
    ...range(schema),
    ...(schema.maxItems === undefined ? [] : [`At most ${schema.maxItems} entries.`]),
    ...(schema.format !== undefined && formats[schema.format] ? [formats[schema.format] ?? ''] : []),
    ...(schema.default === undefined ? [] : [`Default: \`${String(schema.default)}\`.`]),
  ];
}
