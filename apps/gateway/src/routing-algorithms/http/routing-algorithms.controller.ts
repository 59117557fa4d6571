import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { RoutingConfigRequest, RoutingListQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { RoutingAlgorithms } from '../routing-algorithms';

@Controller('routing')
@AllowOnly('secret_key')
export class RoutingAlgorithmsController {
  constructor(@Inject(RoutingAlgorithms) private readonly algorithms: RoutingAlgorithms) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: RoutingConfigRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.create(sent, sender);
  }

  @Get()
  list(@Query() query: RoutingListQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.list(query, sender);
  }

  @Get(':routing_algorithm_id')
  retrieve(@Param('routing_algorithm_id') id: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.retrieve(id, sender);
  }
}
