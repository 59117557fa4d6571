import { Controller, Get, Inject, Param } from '@nestjs/common';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { ExtendedCardInfos } from '../extended-card-info/extended-card-infos';

@Controller('payments')
export class ExtendedCardInfoController {
  constructor(@Inject(ExtendedCardInfos) private readonly infos: ExtendedCardInfos) {}

  @Get(':payment_id/extended_card_info')
  @AllowOnly('secret_key')
  retrieve(@Param('payment_id') paymentId: string, @FromMerchant() sender: Sender): Promise<object> {
    return this.infos.retrieve(paymentId, sender);
  }
}
