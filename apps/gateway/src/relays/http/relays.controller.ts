import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { RelayRequest, RelayRetrieveQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { Relays } from '../relays';

@Controller('relay')
@AllowOnly('secret_key')
export class RelaysController {
  constructor(@Inject(Relays) private readonly relays: Relays) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: RelayRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.relays.create(sent, sender);
  }

  @Post('unreferenced_refund')
  @HttpCode(200)
  refundUnreferenced(@Body() sent: RelayRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.relays.refundWithoutCharge(sent, sender);
  }

  @Get(':relay_id')
  retrieve(
    @Param('relay_id') relayId: string,
    @Query() { force_sync }: RelayRetrieveQuery,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.relays.retrieve(relayId, force_sync ?? false, sender);
  }
}
