import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { DefaultOrders } from '../default-orders';
import { readChoices } from '../domain/read-choices';

/** The same for payouts. */
@Controller('routing/payouts/default')
@AllowOnly('secret_key')
export class PayoutDefaultOrdersController {
  constructor(@Inject(DefaultOrders) private readonly orders: DefaultOrders) {}

  @Get()
  retrieve(@FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.orders.retrieve('payout', sender);
  }

  @Post()
  @HttpCode(200)
  update(@Body() sent: unknown, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.orders.update(readChoices(sent), 'payout', sender);
  }

  @Get('profile')
  retrieveByProfile(@FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.orders.retrieveByProfile('payout', sender);
  }

  @Post('profile/:profile_id')
  @HttpCode(200)
  updateProfile(
    @Param('profile_id') id: string,
    @Body() sent: unknown,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    return this.orders.updateProfile(id, readChoices(sent), 'payout', sender);
  }
}
