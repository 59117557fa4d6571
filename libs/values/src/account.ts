import type { MerchantConnectorId } from '@payorch/kernel';
import { z } from 'zod';
import { merchantConnectorId } from './ids';
import { json } from './json';

/**
 * A merchant's connector account. The id may name inline credentials of the account too: then every call with it uses
 * those credentials, and `baseAccountOf` gives the id that merchants and processors know.
 */
export const accountRef = z.object({ merchantConnectorId, connector: z.string() });
export type AccountRef = z.infer<typeof accountRef>;

/** What the request itself says of the connector account; it takes precedence over the profile's algorithm. */
export const straightThrough = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connectors'), connectors: z.array(z.string()) }),
  z.object({
    kind: z.literal('accounts'),
    algorithm: z.enum(['single', 'priority']),
    accounts: z.array(z.object({ connector: z.string(), merchantConnectorId: z.string().nullable() })),
  }),
  /** An algorithm of the request's own, in the form of the interface. */
  z.object({ kind: z.literal('algorithm'), algorithm: z.enum(['volume_split', 'advanced']), data: json }),
]);
export type StraightThrough = z.infer<typeof straightThrough>;

/**
 * The ids of a connector account with the inline credentials that the request names. The owner refuses the command if
 * the payment uses none of them. Absent: the request names none.
 */
export const namedCredentials = z.array(merchantConnectorId).optional();

/** No id of a connector account contains it: ids have letters, digits and underscores. */
const separator = '.';

/** The id under which an account is used with inline credentials. */
export const accountWithCredentials = (account: MerchantConnectorId, credentialsId: string): MerchantConnectorId =>
  `${account}${separator}${credentialsId}` as MerchantConnectorId;

/** The id of the account itself, with or without inline credentials. */
export const baseAccountOf = (id: string): MerchantConnectorId => id.split(separator, 1)[0] as MerchantConnectorId;

/** The same for the column of an id, as an SQL expression. */
export const baseAccountSql = (column: string): string => `split_part(${column}, '${separator}', 1)`;
