import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { MandateListQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { Mandates } from '../mandates';

@Controller('mandates')
@AllowOnly('secret_key')
export class MandatesController {
  constructor(@Inject(Mandates) private readonly mandates: Mandates) {}

  @Get('list')
  list(@Query() query: MandateListQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.mandates.list(query, sender);
  }

  @Get(':mandate_id')
  retrieve(@Param('mandate_id') mandateId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.mandates.retrieve(mandateId, sender);
  }

  @Post('revoke/:mandate_id')
  @HttpCode(200)
  revoke(@Param('mandate_id') mandateId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.mandates.revoke(mandateId, sender);
  }
}
