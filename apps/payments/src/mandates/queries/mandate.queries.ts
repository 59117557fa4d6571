import type { DataOf } from '@payorch/contracts';
import { mandateGet, mandateList, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { findPaymentMethods } from '../../payment-methods/persistence/payment-methods';
import type { Mandate } from '../domain/mandate';
import { findMandate, findMandates } from '../persistence/mandate-list';
import { mandateJson } from './mandate.view';

/** Runs a read that sees the rows of one merchant only. */
export abstract class MandateReads {
  abstract readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

const response = (body: object): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body)) });

@MessageController()
export class MandateQueries {
  constructor(private readonly reads: MandateReads) {}

  @Query(mandateGet)
  async get(
    { merchantId, mandateId }: DataOf<typeof mandateGet>,
    { incoming: { context } }: KeyedDelivery,
  ): Promise<Reply> {
    const [shown] = await this.reads.read(merchantId, async (sql) => {
      const mandate = await findMandate(sql, merchantId, mandateId);
      const isVisible = mandate && (context.onlyProfile === undefined || mandate.profileId === context.onlyProfile);
      return isVisible ? view(sql, [mandate]) : [];
    });
    return shown ? response(shown) : refuse('mandate_not_found');
  }

  @Query(mandateList)
  async list({ merchantId, filters, limit, offset }: DataOf<typeof mandateList>): Promise<Reply> {
    const page = { limit, offset };
    return response(
      await this.reads.read(merchantId, async (sql) => view(sql, await findMandates(sql, merchantId, filters, page))),
    );
  }
}

/** Each mandate with its payment method, which one statement reads for all. */
async function view(sql: Sql, mandates: readonly Mandate[]) {
  if (mandates.length === 0) return [];
  const found = await findPaymentMethods(
    sql,
    mandates.map(({ merchantId }) => merchantId),
    mandates.map(({ paymentMethodId }) => paymentMethodId),
  );
  const methods = new Map(found.map((method) => [keyOf(method.merchantId, method.paymentMethodId), method]));
  return mandates.map((mandate) =>
    mandateJson(mandate, methods.get(keyOf(mandate.merchantId, mandate.paymentMethodId))),
  );
}
