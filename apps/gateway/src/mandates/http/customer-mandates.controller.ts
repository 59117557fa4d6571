import { Controller, Get, Inject, Param } from '@nestjs/common';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { Mandates } from '../mandates';

/** The mandates of one customer. */
@Controller('customers/:customer_id/mandates')
@AllowOnly('secret_key')
export class CustomerMandatesController {
  constructor(@Inject(Mandates) private readonly mandates: Mandates) {}

  @Get()
  list(@Param('customer_id') customerId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.mandates.listOfCustomer(customerId, sender);
  }
}
