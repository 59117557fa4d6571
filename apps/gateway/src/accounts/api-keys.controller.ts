import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { ApiKeyListQuery, CreateApiKeyRequest, UpdateApiKeyRequest } from '@payorch/rest';
import { AllowOnly } from '../auth/auth.guard';
import { apiKeyView, createdApiKeyView } from './api-key';
import { ApiKeys } from './api-keys';

const orDefault = <D>(sent: number | null | undefined, fallback: D): number | D =>
  sent === null || sent === undefined || sent < 0 ? fallback : sent;

@Controller('api_keys/:merchant_id')
@AllowOnly('admin')
export class ApiKeysController {
  constructor(@Inject(ApiKeys) private readonly keys: ApiKeys) {}

  @Post()
  @HttpCode(200)
  async create(@Param('merchant_id') merchantId: MerchantId, @Body() sent: CreateApiKeyRequest): Promise<object> {
    const { key, plainKey } = await this.keys.create(merchantId, sent);
    return createdApiKeyView(key, plainKey);
  }

  @Get('list')
  async list(@Param('merchant_id') merchantId: MerchantId, @Query() query: ApiKeyListQuery): Promise<object[]> {
    const page = { limit: orDefault(query.limit, null), skip: orDefault(query.skip, 0) };
    return (await this.keys.list(merchantId, page)).map(apiKeyView);
  }

  @Get(':key_id')
  async retrieve(@Param('merchant_id') merchantId: MerchantId, @Param('key_id') keyId: string): Promise<object> {
    return apiKeyView(await this.keys.retrieve(merchantId, keyId));
  }

  @Post(':key_id')
  @HttpCode(200)
  async update(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('key_id') keyId: string,
    @Body() sent: UpdateApiKeyRequest,
  ): Promise<object> {
    return apiKeyView(await this.keys.update(merchantId, keyId, sent));
  }

  @Delete(':key_id')
  async revoke(@Param('merchant_id') merchantId: MerchantId, @Param('key_id') keyId: string): Promise<object> {
    await this.keys.revoke(merchantId, keyId);
    return { merchant_id: merchantId, key_id: keyId, revoked: true };
  }
}
