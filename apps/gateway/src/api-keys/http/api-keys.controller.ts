import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { ApiKeyListQuery, CreateApiKeyRequest, UpdateApiKeyRequest } from '@payorch/rest';
import { AllowOnly, apiKeyView, createdApiKeyView } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { ApiKeys, type NewApiKey } from '../api-keys';

const orDefault = <D>(sent: number | null | undefined, fallback: D): number | D =>
  sent === null || sent === undefined || sent < 0 ? fallback : sent;

@Controller('api_keys/:merchant_id')
@AllowOnly('admin', 'organization')
export class ApiKeysController {
  constructor(@Inject(ApiKeys) private readonly keys: ApiKeys) {}

  @Post()
  @HttpCode(200)
  create(
    @Param('merchant_id') merchantId: MerchantId,
    @Body() sent: CreateApiKeyRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    const view = ({ key, plainKey }: NewApiKey) => createdApiKeyView(key, plainKey);
    return changeAndView(trace, view, (change) => this.keys.create(merchantId, sent, change));
  }

  @Get('list')
  async list(@Param('merchant_id') merchantId: MerchantId, @Query() query: ApiKeyListQuery): Promise<object> {
    const page = { limit: orDefault(query.limit, null), skip: orDefault(query.skip, 0) };
    return viewOf(await this.keys.list(merchantId, page), (keys) => keys.map(apiKeyView));
  }

  @Get(':key_id')
  async retrieve(@Param('merchant_id') merchantId: MerchantId, @Param('key_id') keyId: string): Promise<object> {
    return viewOf(await this.keys.retrieve(merchantId, keyId), apiKeyView);
  }

  @Post(':key_id')
  @HttpCode(200)
  update(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('key_id') keyId: string,
    @Body() sent: UpdateApiKeyRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, apiKeyView, (change) => this.keys.update(merchantId, keyId, sent, change));
  }

  @Delete(':key_id')
  async revoke(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('key_id') keyId: string,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    const refused = await this.keys.revoke(merchantId, keyId, trace);
    return refused ?? { merchant_id: merchantId, key_id: keyId, revoked: true };
  }
}
