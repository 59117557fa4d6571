import { Body, Controller, Delete, Get, HttpCode, Inject, Put } from '@nestjs/common';
import { SurchargeDecisionConfigRequest } from '@payorch/rest';
import type { Refusal } from '@payorch/contracts';
import { AllowOnly, type AuthenticatedMerchant, Caller } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { surchargeRulesView, surchargeProgramOf } from '../domain/merchant-program';
import { MerchantRules } from '../merchant-rules';

@Controller('routing/decision/surcharge')
@AllowOnly('secret_key')
export class SurchargeRulesController {
  constructor(@Inject(MerchantRules) private readonly rules: MerchantRules) {}

  @Put()
  put(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Body() sent: SurchargeDecisionConfigRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, surchargeRulesView, (change) =>
      this.rules.put('surcharge', merchantId, (stored) => surchargeProgramOf(sent, stored, new Date()), change),
    );
  }

  @Get()
  async retrieve(@Caller() { merchantId }: AuthenticatedMerchant): Promise<object> {
    return viewOf(await this.rules.retrieve('surcharge', merchantId), surchargeRulesView);
  }

  /** The response is empty. */
  @Delete()
  @HttpCode(200)
  delete(@Caller() { merchantId }: AuthenticatedMerchant, @Trace() trace: RequestTrace): Promise<undefined | Refusal> {
    return changeAndView(
      trace,
      () => undefined,
      (change) => this.rules.delete('surcharge', merchantId, change),
    );
  }
}
