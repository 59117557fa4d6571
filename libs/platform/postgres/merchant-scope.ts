import { InvariantError, referenceIdPattern } from '@payorch/kernel';

/**
 * The merchants whose rows a transaction may read and write. `every` is for work that belongs to no merchant (sweeps
 * over all due rows); code that serves a merchant names the merchant.
 */
export type MerchantScope = readonly string[] | 'every';

/** Replaces the merchant's id in rows of the operator; no merchant can have this id. */
export const operator = '$operator';

const setting = 'payorch.merchants';
const everyMerchant = '*';

const asArrayLiteral = (merchants: readonly string[]): string => `{${merchants.map((id) => `"${id}"`).join(',')}}`;

/**
 * The statement that opens the rows of these merchants until the transaction ends. SET takes no parameters, so the ids
 * are validated.
 */
export function scopeStatement(scope: MerchantScope): string {
  if (scope === 'every') return `SET LOCAL ${setting} = '${asArrayLiteral([everyMerchant])}'`;
  const foreign = scope.find((id) => id !== operator && !referenceIdPattern.test(id));
  if (foreign !== undefined) throw new InvariantError(`not a merchant id: ${JSON.stringify(foreign)}`);
  return `SET LOCAL ${setting} = '${asArrayLiteral([...new Set(scope)])}'`;
}

const identifier = /^[a-z_][a-z0-9_]*$/;

/**
 * SQL for a migration: the second line of tenant isolation. Without a scope a table shows and accepts no rows, even for
 * its owner; `merchant_id = …` in the repositories stays the first line and uses the index.
 */
export function rowLevelSecurity(table: string, column = 'merchant_id'): string {
  if (!identifier.test(table) || !identifier.test(column))
    throw new InvariantError(`not an identifier: ${table}.${column}`);
  // Read once per statement, not once per row (hence the inner SELECT). A setting that was once local is '' afterwards,
  // not NULL.
  const scope = `(SELECT nullif(current_setting('${setting}', true), '')::text[])::text[]`;
  const visible = `"${column}" = ANY (${scope}) OR '${everyMerchant}' = ANY (${scope})`;
  return [
    `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`,
  ].join(';\n');
}
