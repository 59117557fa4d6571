import type { MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { accountRef, customerId, keyOfKind, merchantId } from '@payorch/values';
import { timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

export const mandateStatuses = ['active', 'inactive', 'pending', 'revoked'] as const;
export const mandateStatus = z.enum(mandateStatuses);
export type MandateStatus = z.infer<typeof mandateStatus>;

const about = { merchantId, mandateId: z.string() };

export const mandateKey = (m: { readonly merchantId: MerchantId; readonly mandateId: string }): string =>
  keyOfKind('mandates', m.merchantId, m.mandateId);

const command = <Data extends { merchantId: MerchantId; mandateId: string }, const Type extends string>(
  type: Type,
  data: z.ZodType<Data>,
) => defineMessage({ topic: topics.paymentsCommands.name, type, version: 1, kind: 'command', key: mandateKey, data });

const query = <Data, const Type extends string>(type: Type, data: z.ZodType<Data>) =>
  defineMessage({ topic: topics.paymentsQueries.name, type, version: 1, kind: 'query', key: () => null, data });

/** Revokes a mandate, at its processor too where the processor can. Reply: the interface's answer to a revocation. */
export const mandateRevoke = command('mandate.revoke', z.object(about));

/** Checks the result of a revocation whose reply timed out, as `payment.check` does. */
export const mandateCheck = command('mandate.check', z.object(about));

/**
 * Applies what the processor reported of the saved payment method that the mandate charges. A mandate that charges another one
 * by now stays as it is. `account`: the connector account whose webhook it was.
 */
export const mandateApplyReport = command(
  'mandate.apply_report',
  z.object({
    ...about,
    account: accountRef,
    mandateReference: z.string().min(1),
    status: z.enum(['active', 'revoked']),
  }),
);

/** Reads a mandate. Reply: the mandate in the form of the interface. */
export const mandateGet = query('mandate.get', z.object(about));

/** Filters of a list of mandates; null: no filter. Created at or after `createdFrom` and before `createdBefore`. */
export const mandateFilters = z.object({
  createdFrom: timestamp.nullable(),
  createdBefore: timestamp.nullable(),
  customerId: customerId.nullable(),
  /** The profile that the caller is limited to. */
  profileId: z.string().nullable(),
  status: mandateStatus.nullable(),
  connector: z.string().nullable(),
});
export type MandateFilters = z.infer<typeof mandateFilters>;

/** Lists mandates, the newest first. Reply: a list of mandates in the form of the interface. */
export const mandateList = query(
  'mandate.list',
  z.object({
    merchantId,
    filters: mandateFilters,
    limit: z.int().min(1).max(100),
    offset: z.int().min(0),
  }),
);
