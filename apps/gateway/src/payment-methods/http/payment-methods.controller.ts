import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { PaymentMethodCreate, PaymentMethodUpdate } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { PaymentMethods } from '../payment-methods';

@Controller('payment_methods')
@AllowOnly('secret_key')
export class PaymentMethodsController {
  constructor(@Inject(PaymentMethods) private readonly paymentMethods: PaymentMethods) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: PaymentMethodCreate, @FromMerchant() sender: Sender): OwnerReply {
    return this.paymentMethods.create(sent, sender);
  }

  @Get(':payment_method_id')
  retrieve(@Param('payment_method_id') id: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.paymentMethods.retrieve(id, sender);
  }

  @Post(':payment_method_id/update')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key')
  update(
    @Param('payment_method_id') id: string,
    @Body() sent: PaymentMethodUpdate,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.paymentMethods.update(id, sent, sender);
  }

  @Post(':payment_method_id/save')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key_with_secret')
  save(
    @Param('payment_method_id') id: string,
    @Body() sent: PaymentMethodCreate,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.paymentMethods.save(id, sent, sender);
  }

  @Delete(':payment_method_id')
  @AllowOnly('secret_key', 'ephemeral_key')
  delete(@Param('payment_method_id') id: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.paymentMethods.delete(id, sender);
  }
}
