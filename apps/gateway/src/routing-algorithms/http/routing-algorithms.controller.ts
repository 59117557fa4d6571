import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { RoutingActiveQuery, RoutingConfigRequest, RoutingListQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { ActiveAlgorithms } from '../active-algorithms';
import { RoutingAlgorithms } from '../routing-algorithms';

@Controller('routing')
@AllowOnly('secret_key')
export class RoutingAlgorithmsController {
  constructor(
    @Inject(RoutingAlgorithms) private readonly algorithms: RoutingAlgorithms,
    @Inject(ActiveAlgorithms) private readonly active: ActiveAlgorithms,
  ) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: RoutingConfigRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.create(sent, 'payment', sender);
  }

  @Get()
  list(@Query() query: RoutingListQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.list(query, query.transaction_type ?? null, sender);
  }

  @Get('list/profile')
  listOfProfile(@Query() query: RoutingListQuery, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.algorithms.listOfProfile(query, query.transaction_type ?? null, sender);
  }

  @Get('active')
  listActive(@Query() query: RoutingActiveQuery, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.active.list(query.profile_id, query.transaction_type ?? 'payment', sender);
  }

  @Post('deactivate')
  @HttpCode(200)
  deactivate(@Body() sent: RoutingConfigRequest, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.active.deactivate(sent.profile_id, sent.transaction_type ?? 'payment', sender);
  }

  @Get(':routing_algorithm_id')
  retrieve(@Param('routing_algorithm_id') id: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.retrieve(id, sender);
  }

  @Post(':routing_algorithm_id/activate')
  @HttpCode(200)
  activate(@Param('routing_algorithm_id') id: string, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.active.activate(id, 'payment', sender);
  }
}
