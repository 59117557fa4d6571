import { InvariantError, referenceIdPattern } from '@payorch/kernel';

/**
 * Whose rows a transaction may see and write. `every` is for work that belongs to no merchant (sweeps over all due rows);
 * whoever answers a merchant names it.
 */
export type MerchantScope = readonly string[] | 'every';

/** Stands where a merchant's id would in rows of the operator's own; no merchant can be called so. */
export const operator = '$operator';

const setting = 'payorch.merchants';
const everyMerchant = '*';

const asArrayLiteral = (merchants: readonly string[]): string => `{${merchants.map((id) => `"${id}"`).join(',')}}`;

/** The statement that opens the rows of these merchants until the transaction ends. SET takes no parameters: ids are checked. */
export function scopeStatement(scope: MerchantScope): string {
  if (scope === 'every') return `SET LOCAL ${setting} = '${asArrayLiteral([everyMerchant])}'`;
  const foreign = scope.find((id) => id !== operator && !referenceIdPattern.test(id));
  if (foreign !== undefined) throw new InvariantError(`not a merchant id: ${JSON.stringify(foreign)}`);
  return `SET LOCAL ${setting} = '${asArrayLiteral([...new Set(scope)])}'`;
}

const identifier = /^[a-z_][a-z0-9_]*$/;

/**
 * SQL for a migration: the second line of tenant isolation. Without a scope a table shows no row and takes none, its owner
 * included; the repositories' own `merchant_id = …` stays the first line and the one that finds the index.
 */
export function rowLevelSecurity(table: string, column = 'merchant_id'): string {
  if (!identifier.test(table) || !identifier.test(column))
    throw new InvariantError(`not an identifier: ${table}.${column}`);
  // Read once a statement, not once a row (hence the inner SELECT). A setting once made local is '' afterwards, not NULL.
  const scope = `(SELECT nullif(current_setting('${setting}', true), '')::text[])::text[]`;
  const visible = `"${column}" = ANY (${scope}) OR '${everyMerchant}' = ANY (${scope})`;
  return [
    `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`,
  ].join(';\n');
}
