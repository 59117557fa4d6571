import type { DataOf } from '@payorch/contracts';
import { customerGet, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { CustomerStore } from '../persistence/customer.store';
import { customerView } from './customer.view';

/** Runs a read that sees the rows of one merchant only. */
export abstract class CustomerReads {
  abstract readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

@MessageController()
export class CustomerQueries {
  constructor(
    private readonly reads: CustomerReads,
    private readonly customers: CustomerStore,
  ) {}

  @Query(customerGet)
  async get({ merchantId, customerId }: DataOf<typeof customerGet>): Promise<Reply> {
    const customer = await this.reads.read(merchantId, (sql) => this.customers.find(sql, merchantId, customerId));
    return customer ? { kind: 'response', body: customerView(customer) } : refuse('customer_not_found');
  }
}
