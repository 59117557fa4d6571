import type { DataOf } from '@payorch/contracts';
import { customerGet, customerList, refuse } from '@payorch/contracts';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { MerchantReads } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { customerKey, CustomerStore } from '../persistence/customer.store';
import { customerListView, customerView } from './customer.view';
import { countCustomers, listCustomers, type CustomerListRequest } from './list-customers';

@MessageController()
export class CustomerQueries {
  constructor(
    private readonly reads: MerchantReads,
    private readonly customers: CustomerStore,
  ) {}

  @Query(customerGet)
  async get(query: DataOf<typeof customerGet>): Promise<Reply> {
    const customer = await this.reads.read(query.merchantId, (sql) => this.customers.find(sql, customerKey(query)));
    return customer ? { kind: 'response', body: customerView(customer) } : refuse('customer_not_found');
  }

  @Query(customerList)
  list(request: CustomerListRequest): Promise<Reply> {
    return this.reads.read(request.merchantId, async (sql) => {
      const customers = await listCustomers(sql, this.reads.seals, request);
      const total = request.counted ? await countCustomers(sql, request) : null;
      const body = customerListView(customers, total);
      return body.length > maxReplyBytes
        ? refuse('customer_value_invalid', { field: 'limit' })
        : { kind: 'response', body };
    });
  }
}

/** Below the limit of the topic of replies: a page of very large customers must be shorter. */
const maxReplyBytes = 6 * 1024 * 1024;
