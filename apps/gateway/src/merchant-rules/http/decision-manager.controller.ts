import { Body, Controller, Delete, Get, HttpCode, Inject, Put } from '@nestjs/common';
import { DecisionManagerRequest } from '@payorch/rest';
import type { Refusal } from '@payorch/contracts';
import { AllowOnly, type AuthenticatedMerchant, Caller } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { decisionManagerView, threeDsProgramOf } from '../domain/merchant-program';
import { MerchantRules } from '../merchant-rules';

@Controller('routing/decision')
@AllowOnly('secret_key')
export class DecisionManagerController {
  constructor(@Inject(MerchantRules) private readonly rules: MerchantRules) {}

  @Put()
  put(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Body() sent: DecisionManagerRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, decisionManagerView, (change) =>
      this.rules.put('threeDs', merchantId, (stored) => threeDsProgramOf(sent, stored, new Date()), change),
    );
  }

  @Get()
  async retrieve(@Caller() { merchantId }: AuthenticatedMerchant): Promise<object> {
    return viewOf(await this.rules.retrieve('threeDs', merchantId), decisionManagerView);
  }

  /** The response is empty. */
  @Delete()
  @HttpCode(200)
  delete(@Caller() { merchantId }: AuthenticatedMerchant, @Trace() trace: RequestTrace): Promise<undefined | Refusal> {
    return changeAndView(
      trace,
      () => undefined,
      (change) => this.rules.delete('threeDs', merchantId, change),
    );
  }
}
