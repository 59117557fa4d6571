import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CustomerPaymentMethodsQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { PaymentMethodLists } from '../payment-method-lists';
import { PaymentMethods } from '../payment-methods';

/** The payment methods that customers have saved. */
@Controller('customers')
@AllowOnly('secret_key')
export class CustomerPaymentMethodsController {
  constructor(
    @Inject(PaymentMethods) private readonly paymentMethods: PaymentMethods,
    @Inject(PaymentMethodLists) private readonly lists: PaymentMethodLists,
  ) {}

  @Get('payment_methods')
  @AllowOnly('client_or_secret_key_with_secret', 'ephemeral_key')
  listOfPayment(@Query() query: CustomerPaymentMethodsQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.ofPayment(query, sender);
  }

  @Get(':customer_id/payment_methods')
  @AllowOnly('secret_key', 'ephemeral_key')
  listOfCustomer(
    @Param('customer_id') customerId: string,
    @Query() query: CustomerPaymentMethodsQuery,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.lists.ofCustomer(customerId, query, sender);
  }

  @Post(':customer_id/payment_methods/:payment_method_id/default')
  @HttpCode(200)
  @AllowOnly('secret_key', 'ephemeral_key')
  setDefault(
    @Param('customer_id') customerId: string,
    @Param('payment_method_id') id: string,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.paymentMethods.setDefault(customerId, id, sender);
  }
}
