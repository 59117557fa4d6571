import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { PayoutRoutingActiveQuery, PayoutRoutingListQuery, RoutingConfigRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { ActiveAlgorithms } from '../active-algorithms';
import { RoutingAlgorithms } from '../routing-algorithms';

/** The same for payouts. */
@Controller('routing/payouts')
@AllowOnly('secret_key')
export class PayoutRoutingController {
  constructor(
    @Inject(RoutingAlgorithms) private readonly algorithms: RoutingAlgorithms,
    @Inject(ActiveAlgorithms) private readonly active: ActiveAlgorithms,
  ) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: RoutingConfigRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.create(sent, 'payout', sender);
  }

  @Get()
  list(@Query() query: PayoutRoutingListQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.list(query, 'payout', sender);
  }

  @Get('list/profile')
  listOfProfile(@Query() query: PayoutRoutingListQuery, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.algorithms.listOfProfile(query, 'payout', sender);
  }

  @Get('active')
  listActive(@Query() query: PayoutRoutingActiveQuery, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.active.list(query.profile_id, 'payout', sender);
  }

  @Post('deactivate')
  @HttpCode(200)
  deactivate(@Body() sent: RoutingConfigRequest, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.active.deactivate(sent.profile_id, 'payout', sender);
  }

  @Post(':routing_algorithm_id/activate')
  @HttpCode(200)
  activate(@Param('routing_algorithm_id') id: string, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.active.activate(id, 'payout', sender);
  }
}
