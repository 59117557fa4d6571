import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CustomerListQuery, CustomerListWithCountQuery, CustomerRequest, CustomerUpdateRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { Customers } from '../customers';

@Controller('customers')
@AllowOnly('secret_key', 'platform', 'connected')
export class CustomersController {
  constructor(@Inject(Customers) private readonly customers: Customers) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: CustomerRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.customers.create(sent, sender);
  }

  @Get('list')
  list(@Query() query: CustomerListQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.customers.list(query, sender);
  }

  @Get('list_with_count')
  listWithCount(@Query() query: CustomerListWithCountQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.customers.listWithCount(query, sender);
  }

  @Get(':customer_id')
  @AllowOnly('secret_key', 'ephemeral_key', 'platform', 'connected')
  retrieve(@Param('customer_id') customerId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.customers.retrieve(customerId, sender);
  }

  @Post(':customer_id')
  @HttpCode(200)
  update(
    @Param('customer_id') customerId: string,
    @Body() sent: CustomerUpdateRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.customers.update(customerId, sent, sender);
  }

  @Delete(':customer_id')
  delete(@Param('customer_id') customerId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.customers.delete(customerId, sender);
  }
}
