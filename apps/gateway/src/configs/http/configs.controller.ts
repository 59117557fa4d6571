import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { ConfigCreateRequest, ConfigUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { Configs } from '../configs';
import type { ConfigEntry } from '../domain/config-entry';

const configView = ({ key, value }: ConfigEntry): ConfigEntry => ({ key, value });

@Controller('configs')
@AllowOnly('admin')
export class ConfigsController {
  constructor(@Inject(Configs) private readonly configs: Configs) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: ConfigCreateRequest, @Trace() trace: RequestTrace): Promise<ConfigEntry | Refusal> {
    return changeAndView(trace, configView, (change) => this.configs.create(sent, change));
  }

  @Get(':key')
  retrieve(@Param('key') key: string): Promise<ConfigEntry | Refusal> {
    return this.configs.retrieve(key);
  }

  @Post(':key')
  @HttpCode(200)
  update(
    @Param('key') key: string,
    @Body() { value }: ConfigUpdateRequest,
    @Trace() trace: RequestTrace,
  ): Promise<ConfigEntry | Refusal> {
    return changeAndView(trace, configView, (change) => this.configs.update({ key, value }, change));
  }

  @Delete(':key')
  delete(@Param('key') key: string, @Trace() trace: RequestTrace): Promise<ConfigEntry | Refusal> {
    return this.configs.delete(key, trace);
  }
}
