import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { PaymentMethodListQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { PaymentMethodLists } from '../payment-method-lists';

/** The payment methods of a checkout. */
@Controller()
export class PaymentMethodListsController {
  constructor(@Inject(PaymentMethodLists) private readonly lists: PaymentMethodLists) {}

  @Get(['account/payment_methods', 'payment_methods'])
  @AllowOnly('client_or_secret_key')
  list(@Query() query: PaymentMethodListQuery, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.lists.list(query, sender);
  }
}
