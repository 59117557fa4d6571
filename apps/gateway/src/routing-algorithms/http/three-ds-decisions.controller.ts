import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ThreeDsDecisionRuleExecuteRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { RoutingAlgorithms } from '../routing-algorithms';

@Controller('three_ds_decision')
@AllowOnly('secret_key')
export class ThreeDsDecisionsController {
  constructor(@Inject(RoutingAlgorithms) private readonly algorithms: RoutingAlgorithms) {}

  @Post('execute')
  @HttpCode(200)
  execute(@Body() sent: ThreeDsDecisionRuleExecuteRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.algorithms.decideThreeDs(sent, sender);
  }
}
