import { Injectable } from '@nestjs/common';
import { keyOfKind } from '@payorch/contracts';
import type { Statement } from '@payorch/platform/postgres';
import { ResourceStore } from '@payorch/platform/resources';
import { MerchantSeals } from '@payorch/platform/sealing';
import type { Change } from '@payorch/platform/shell';
import { eraseAcceptances } from '../../mandates/persistence/customers-mandates';
import { erasePaymentMethods } from '../../payment-methods/persistence/erase-payment-methods';
import { isRedacted, type Customer } from '../domain/customer';
import { customerFromRow, customerToRow } from './customer.mapper';
import { accountsWith, type CustomerOwners } from '../domain/customer-owners';
import { CustomerRow } from './customer.rows';

export const customerKey = ({ merchantId, customerId }: Pick<Customer, 'merchantId' | 'customerId'>): string =>
  keyOfKind('customers', merchantId, customerId);

/** Customers as aggregates of their own. A payment inserts its new customer with `insertNewCustomers`. */
@Injectable()
export class CustomerStore extends ResourceStore<Customer, CustomerRow> {
  constructor(seals: MerchantSeals) {
    super(CustomerRow, {
      keyOf: customerKey,
      toRow: (customer) => customerToRow(seals, customer),
      fromRow: (row) => customerFromRow(seals, row),
    });
  }

  override writes(
    changes: readonly Change<Customer>[],
    owners: Pick<CustomerOwners, 'accountsSharing'>,
  ): readonly Statement[] {
    return [...super.writes(changes), ...erasures(changes, owners)];
  }
}

/** Every change of a deleted customer erases what it saved, at each account that shares it. */
function erasures(
  changes: readonly Change<Customer>[],
  owners: Pick<CustomerOwners, 'accountsSharing'>,
): readonly Statement[] {
  const deleted = changes.map(({ after }) => after).filter(isRedacted);
  if (deleted.length === 0) return [];
  const places = deleted.flatMap(({ merchantId, customerId }) =>
    accountsWith(owners, merchantId).map((account) => [account, customerId] as const),
  );
  const keys = [places.map(([account]) => account), places.map(([, customerId]) => customerId)] as const;
  return [erasePaymentMethods(keys), eraseAcceptances(keys)];
}
