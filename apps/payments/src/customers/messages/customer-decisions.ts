import { Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { customerDelete, isRefusal } from '@payorch/contracts';
import type { CustomerId, MerchantId, PaymentId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { Customer, CustomerRecord } from '../domain/customer';
import { customerView, deletedCustomerView } from '../queries/customer.view';

/**
 * Payments of a deleted customer, in the order of their creation, whether saved payment methods remain, and some of those with a
 * network token.
 */
export interface RedactionPage {
  readonly payments: readonly { readonly paymentId: PaymentId; readonly createdAt: Date }[];
  readonly hasPaymentMethods: boolean;
  readonly tokenized: readonly string[];
}

/** What customers and the payments of a batch share. */
export interface BatchCustomers {
  /** The customers that payments of the batch name or create, by `merchant_id/customer_id`. */
  readonly customers: Map<string, CustomerRecord>;
  /** For the deletions of the batch. */
  readonly hasActiveMandate: (merchantId: MerchantId, customerId: CustomerId) => boolean;
  /** For the due redactions of the batch, by `merchant_id/customer_id`. */
  readonly redactionPages: ReadonlyMap<string, RedactionPage>;
}

export type CustomerStepContext = StepContext<Customer, BatchCustomers>;

/** What a deletion deleted, and for every other command the customer. */
function viewFor(customer: Customer, { message, data }: Incoming): Buffer {
  const { deletion } = data as { readonly deletion?: boolean };
  return message.type === customerDelete.type || deletion ? deletedCustomerView(customer) : customerView(customer);
}

/** Turns decisions about customers into the steps of their messages. */
@Injectable()
export class CustomerDecisions {
  /** Stores the customer if it changed, and replies with it. */
  stepOf(result: Customer | Refusal, { state, incoming }: CustomerStepContext): Step<Customer> {
    if (isRefusal(result)) return { refusal: result };
    const { replyTo } = incoming.context;
    const reply = { kind: 'response', body: viewFor(result, incoming) } as const;
    return { ...(result !== state && { state: result }), replies: replyTo ? [{ to: replyTo, reply }] : [] };
  }

  /** The reply to a redelivered command: the present customer. */
  replyToRedelivery(customer: Customer | undefined, incoming: Incoming): RedeliveryReply {
    return customer && { kind: 'response', body: viewFor(customer, incoming) };
  }
}
