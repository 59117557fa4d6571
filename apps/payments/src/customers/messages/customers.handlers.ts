import type { DataOf } from '@payorch/contracts';
import { customerCheck, customerCreate, isRefusal, refuse } from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { createCustomer } from '../domain/create-customer';
import type { Customer } from '../domain/customer';
import { CustomerDecisions, type BatchCustomers, type CustomerStepContext } from './customer-decisions';

const { Handles } = stepDecorators<Customer, BatchCustomers>();

/** Every command about a customer. */
@MessageController()
export class CustomersHandlers {
  constructor(private readonly decisions: CustomerDecisions) {}

  @Handles(customerCreate)
  create(command: DataOf<typeof customerCreate>, context: CustomerStepContext): Step<Customer> {
    const key = keyOf(command.merchantId, command.customerId);
    const known = context.state !== undefined || context.shared.customers.has(key);
    const created = createCustomer(command, { known, now: context.now });
    if (!isRefusal(created)) context.shared.customers.set(key, created);
    return this.decisions.stepOf(created, context);
  }

  @Handles(customerCheck)
  check(_: DataOf<typeof customerCheck>, context: CustomerStepContext): Step<Customer> {
    return this.decisions.stepOf(context.state ?? refuse('customer_not_found'), context);
  }
}
