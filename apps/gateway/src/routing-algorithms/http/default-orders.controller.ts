import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { DefaultOrders } from '../default-orders';
import type { Operation } from '../domain/algorithms-in-force';
import { readChoices } from '../domain/read-choices';

/** The routes of the default orders of an operation, below the path of the controller. */
abstract class DefaultOrderRoutes {
  protected abstract readonly operation: Operation;

  constructor(@Inject(DefaultOrders) private readonly orders: DefaultOrders) {}

  @Get()
  retrieve(@FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.orders.retrieve(this.operation, sender);
  }

  @Post()
  @HttpCode(200)
  update(@Body() sent: unknown, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.orders.update(readChoices(sent), this.operation, sender);
  }

  @Get('profile')
  retrieveByProfile(@FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.orders.retrieveByProfile(this.operation, sender);
  }

  @Post('profile/:profile_id')
  @HttpCode(200)
  updateProfile(
    @Param('profile_id') id: string,
    @Body() sent: unknown,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    return this.orders.updateProfile(id, readChoices(sent), this.operation, sender);
  }
}

@Controller('routing/default')
@AllowOnly('secret_key')
export class DefaultOrdersController extends DefaultOrderRoutes {
  protected readonly operation = 'payment';
}

@Controller('routing/payouts/default')
@AllowOnly('secret_key')
export class PayoutDefaultOrdersController extends DefaultOrderRoutes {
  protected readonly operation = 'payout';
}
