import { Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { customerDelete } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import { storedStep } from '@payorch/platform/resources';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { BatchCustomers } from '../domain/batch-customers';
import type { Customer } from '../domain/customer';
import { customerView, deletedCustomerView } from '../queries/customer.view';

export type CustomerStepContext = StepContext<Customer, BatchCustomers>;

/** What a deletion deleted, and for every other command the customer. */
function viewFor(customer: Customer, { message, data }: Incoming): Buffer {
  const { deletion } = data as { readonly deletion?: boolean };
  return message.type === customerDelete.type || deletion ? deletedCustomerView(customer) : customerView(customer);
}

/** Turns decisions about customers into the steps of their messages. */
@Injectable()
export class CustomerDecisions {
  stepOf(result: Customer | Refusal, context: CustomerStepContext): Step<Customer> {
    return storedStep(result, context, (customer) => viewFor(customer, context.incoming));
  }

  /** The reply to a redelivered command: the present customer. */
  replyToRedelivery(customer: Customer | undefined, incoming: Incoming): RedeliveryReply {
    return customer && { kind: 'response', body: viewFor(customer, incoming) };
  }
}
