import { Body, Controller, Delete, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { EphemeralKeyCreateRequest } from '@payorch/rest';
import { AllowOnly, ephemeralKeyView, FromMerchant, type Sender } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { EphemeralKeys, type NewEphemeralKey } from '../ephemeral-keys';

@Controller('ephemeral_keys')
@AllowOnly('secret_key')
export class EphemeralKeysController {
  constructor(@Inject(EphemeralKeys) private readonly keys: EphemeralKeys) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: EphemeralKeyCreateRequest, @FromMerchant() { merchant, trace }: Sender): Promise<object> {
    const view = ({ key, secret }: NewEphemeralKey) => ephemeralKeyView(key, secret);
    return changeAndView(trace, view, (change) => this.keys.create(merchant.merchantId, sent, change));
  }

  @Delete(':id')
  async delete(@Param('id') keyId: string, @FromMerchant() { merchant }: Sender): Promise<object | Refusal> {
    return viewOf(await this.keys.delete(merchant.merchantId, keyId), (key) => ephemeralKeyView(key));
  }
}
