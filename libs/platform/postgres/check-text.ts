import { InvariantError } from '@payorch/kernel';

/** The condition of a CHECK or a partial index: the column has one of these values. */
export function oneOf(column: string, values: readonly string[]): string {
  const odd = [column, ...values].find((text) => !/^[a-z_]+$/.test(text));
  if (odd !== undefined) throw new InvariantError(`not a plain word: ${odd}`);
  return `"${column}" = ANY (ARRAY[${values.map((value) => `'${value}'::text`).join(', ')}])`;
}
