import { Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { Customer, CustomerRecord } from '../domain/customer';
import { customerView } from '../queries/customer.view';

/** The customers that payments of the batch name or create, by `merchant_id/customer_id`. */
export interface BatchCustomers {
  readonly customers: Map<string, CustomerRecord>;
}

export type CustomerStepContext = StepContext<Customer, BatchCustomers>;

/** Turns decisions about customers into the steps of their messages. */
@Injectable()
export class CustomerDecisions {
  /** Stores the customer if it changed, and replies with it. */
  stepOf(result: Customer | Refusal, { state, incoming }: CustomerStepContext): Step<Customer> {
    if (isRefusal(result)) return { refusal: result };
    const { replyTo } = incoming.context;
    const reply = { kind: 'response', body: customerView(result) } as const;
    return { ...(result !== state && { state: result }), replies: replyTo ? [{ to: replyTo, reply }] : [] };
  }

  /** The reply to a redelivered command: the present customer. */
  replyToRedelivery(customer: Customer | undefined): RedeliveryReply {
    return customer && { kind: 'response', body: customerView(customer) };
  }
}
