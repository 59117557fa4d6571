import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ConfigCreateRequest, ConfigUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth/http/auth.guard';
import { changeAndView } from '../../idempotency/change-with-response';
import { Trace, type RequestTrace } from '../../request/request-trace';
import type { ConfigEntry } from '../domain/config-entry';
import { Configs } from '../configs';

const configView = ({ key, value }: ConfigEntry): ConfigEntry => ({ key, value });

@Controller('configs')
@AllowOnly('admin')
export class ConfigsController {
  constructor(@Inject(Configs) private readonly configs: Configs) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: ConfigCreateRequest, @Trace() trace: RequestTrace): Promise<ConfigEntry> {
    return changeAndView(trace, configView, (change) => this.configs.create(sent, change));
  }

  @Get(':key')
  retrieve(@Param('key') key: string): Promise<ConfigEntry> {
    return this.configs.retrieve(key);
  }

  @Post(':key')
  @HttpCode(200)
  update(
    @Param('key') key: string,
    @Body() { value }: ConfigUpdateRequest,
    @Trace() trace: RequestTrace,
  ): Promise<ConfigEntry> {
    return changeAndView(trace, configView, (change) => this.configs.update({ key, value }, change));
  }

  @Delete(':key')
  delete(@Param('key') key: string, @Trace() trace: RequestTrace): Promise<ConfigEntry> {
    return this.configs.delete(key, trace);
  }
}
