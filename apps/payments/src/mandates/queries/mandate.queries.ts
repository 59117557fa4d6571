import type { DataOf } from '@payorch/contracts';
import { mandateGet, mandateKey, mandateList, refuse } from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { isHidden, jsonReply, MerchantReads } from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import { Query } from '@payorch/platform/shell';
import { findPaymentMethods } from '../../payment-methods/persistence/payment-methods';
import type { Mandate } from '../domain/mandate';
import { findMandates } from '../persistence/mandate-list';
import { MandateRows } from '../persistence/mandate.store';
import { mandateJson } from './mandate.view';

@MessageController()
export class MandateQueries {
  constructor(
    private readonly reads: MerchantReads,
    private readonly rows: MandateRows,
  ) {}

  @Query(mandateGet)
  async get(query: DataOf<typeof mandateGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    const { read, seals } = this.reads;
    const [shown] = await read(query.merchantId, async (sql) => {
      const mandate = await this.rows.find(sql, mandateKey(query));
      return mandate && !isHidden(mandate, incoming) ? view(sql, seals, [mandate]) : [];
    });
    return shown ? jsonReply(shown) : refuse('mandate_not_found');
  }

  @Query(mandateList)
  async list({ merchantId, filters, limit, offset }: DataOf<typeof mandateList>): Promise<Reply> {
    const page = { limit, offset };
    const { read, seals } = this.reads;
    return jsonReply(
      await read(merchantId, async (sql) =>
        view(sql, seals, await findMandates(sql, seals, merchantId, filters, page)),
      ),
    );
  }
}

/** Each mandate with its payment method, which one statement reads for all. */
async function view(sql: Sql, seals: RowSeals, mandates: readonly Mandate[]) {
  if (mandates.length === 0) return [];
  const found = await findPaymentMethods(
    sql,
    seals,
    mandates.map(({ merchantId }) => merchantId),
    mandates.map(({ paymentMethodId }) => paymentMethodId),
  );
  const methods = new Map(found.map((method) => [keyOf(method.merchantId, method.paymentMethodId), method]));
  return mandates.map((mandate) =>
    mandateJson(mandate, methods.get(keyOf(mandate.merchantId, mandate.paymentMethodId))),
  );
}
