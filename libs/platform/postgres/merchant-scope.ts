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
