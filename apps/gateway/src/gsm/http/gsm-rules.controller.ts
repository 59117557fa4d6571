import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { GsmCreateRequest, GsmDeleteRequest, GsmRetrieveRequest, GsmUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { deletedGsmRuleView, gsmRuleView, keyOf } from '../domain/gsm-rule';
import { GsmRules } from '../gsm-rules';

@Controller('gsm')
@AllowOnly('admin')
export class GsmRulesController {
  constructor(@Inject(GsmRules) private readonly rules: GsmRules) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: GsmCreateRequest, @Trace() trace: RequestTrace): Promise<object> {
    return changeAndView(trace, gsmRuleView, (change) => this.rules.create(sent, change));
  }

  @Post('get')
  @HttpCode(200)
  async retrieve(@Body() sent: GsmRetrieveRequest): Promise<object> {
    return viewOf(await this.rules.retrieve(keyOf(sent)), gsmRuleView);
  }

  @Post('update')
  @HttpCode(200)
  update(@Body() sent: GsmUpdateRequest, @Trace() trace: RequestTrace): Promise<object> {
    return changeAndView(trace, gsmRuleView, (change) => this.rules.update(keyOf(sent), sent, change));
  }

  @Post('delete')
  @HttpCode(200)
  delete(@Body() sent: GsmDeleteRequest, @Trace() trace: RequestTrace): Promise<object> {
    return changeAndView(trace, deletedGsmRuleView, (change) => this.rules.delete(keyOf(sent), change));
  }
}
