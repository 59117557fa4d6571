import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type PayoutCustomer, type Refusal } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { z } from 'zod';
import type { CustomerRequest } from '@payorch/rest';
import type { Sender } from '../auth';
import { Customers } from '../customers';
import { newIdFor } from '../request';
import { hasNoDetails } from './domain/to-payout-fields';

/** The customer of a payout, with what the request and the record say of it. */
export interface NamedCustomer {
  readonly customerId: string;
  readonly customer: PayoutCustomer;
}

const text = z.string().nullable();
const record = z.object({ name: text, email: text, phone: text, phone_country_code: text });

/** What the record of a deleted customer has in each place. */
const redacted = 'Redacted';

/** Finds the customer that a payout names, and creates the one that does not exist yet. */
@Injectable()
export class PayoutCustomers {
  constructor(@Inject(Customers) private readonly customers: Pick<Customers, 'create' | 'retrieve'>) {}

  /**
   * The customer of a new payout. Every payout has a customer's id; a record is created where the request says something of
   * the customer, also its id alone, and where the payout saves its destination for the customer.
   */
  async ofNewPayout(
    sentId: string | undefined,
    customer: PayoutCustomer,
    sender: Sender,
    isRecurring: boolean,
  ): Promise<NamedCustomer | Refusal> {
    if (sentId !== undefined) return this.known(sentId, customer, sender);
    const customerId = newIdFor<CustomerId>('cus', sender.trace);
    return hasNoDetails(customer) && !isRecurring
      ? { customerId, customer }
      : this.created(customerId, customer, sender);
  }

  /** The record's values stand where the request has none. Refused for a deleted customer. */
  async known(customerId: string, sent: PayoutCustomer, sender: Sender): Promise<NamedCustomer | Refusal> {
    const reply = await this.customers.retrieve(customerId, sender);
    if (isRefusal(reply)) return reply.code === 'customer_not_found' ? this.created(customerId, sent, sender) : reply;
    const stored = record.parse(JSON.parse(reply.toString()));
    // The record of a deleted customer looks like any other: only its owner says which one it is.
    if (stored.name === redacted) return this.created(customerId, sent, sender);
    return {
      customerId,
      customer: {
        name: sent.name ?? stored.name,
        email: sent.email ?? stored.email,
        phone: sent.phone ?? stored.phone,
        phoneCountryCode: sent.phoneCountryCode ?? stored.phone_country_code,
      },
    };
  }

  /** Another request may have created the customer meanwhile, which is as good. */
  private async created(
    customerId: string,
    customer: PayoutCustomer,
    sender: Sender,
  ): Promise<NamedCustomer | Refusal> {
    const { name, email, phone, phoneCountryCode } = customer;
    const fields = { customer_id: customerId, name, email, phone, phone_country_code: phoneCountryCode };
    const reply = await this.customers.create(fields as CustomerRequest, sender);
    return isRefusal(reply) && reply.code !== 'customer_exists' ? reply : { customerId, customer };
  }
}
