import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { GsmCreateRequest, GsmDeleteRequest, GsmRetrieveRequest, GsmUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../auth/auth.guard';
import { Trace, type RequestTrace } from '../request-trace';
import { gsmRuleView, keyOf } from './gsm-rule';
import { GsmRules } from './gsm-rules';

@Controller('gsm')
@AllowOnly('admin')
export class GsmRulesController {
  constructor(@Inject(GsmRules) private readonly rules: GsmRules) {}

  @Post()
  @HttpCode(200)
  async create(@Body() sent: GsmCreateRequest, @Trace() trace: RequestTrace): Promise<object> {
    return gsmRuleView(await this.rules.create(sent, trace));
  }

  @Post('get')
  @HttpCode(200)
  async retrieve(@Body() sent: GsmRetrieveRequest): Promise<object> {
    return gsmRuleView(await this.rules.retrieve(keyOf(sent)));
  }

  @Post('update')
  @HttpCode(200)
  async update(@Body() sent: GsmUpdateRequest, @Trace() trace: RequestTrace): Promise<object> {
    return gsmRuleView(await this.rules.update(keyOf(sent), sent, trace));
  }

  @Post('delete')
  @HttpCode(200)
  async delete(@Body() sent: GsmDeleteRequest, @Trace() trace: RequestTrace): Promise<object> {
    const {
      key: { connector, flow, sub_flow, code },
    } = await this.rules.delete(keyOf(sent), trace);
    return { gsm_rule_delete: true, connector, flow, sub_flow, code };
  }
}
