import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { OpenRouterDecideGatewayRequest, RoutingEvaluateRequest, UpdateScorePayload } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { RoutingEvaluations } from '../routing-evaluations';

/** What routing would decide, and how payments that followed it elsewhere ended. No payment of ours changes. */
@Controller('routing')
@AllowOnly('secret_key')
export class RoutingEvaluationsController {
  constructor(@Inject(RoutingEvaluations) private readonly evaluations: RoutingEvaluations) {}

  @Post('evaluate')
  @HttpCode(200)
  evaluate(@Body() sent: OpenRouterDecideGatewayRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.evaluations.evaluate(sent, sender);
  }

  @Post('rule/evaluate')
  @HttpCode(200)
  evaluateRule(@Body() sent: RoutingEvaluateRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.evaluations.evaluateRule(sent, sender);
  }

  @Post('feedback')
  @HttpCode(200)
  report(@Body() sent: UpdateScorePayload, @FromMerchant() sender: Sender): OwnerReply {
    return this.evaluations.report(sent, sender);
  }
}
