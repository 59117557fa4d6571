import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { PaymentsExternalAuthenticationRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { ExternalAuthentication } from '../external-authentication';

@Controller('payments')
@AllowOnly('client_key')
export class AuthenticationController {
  constructor(@Inject(ExternalAuthentication) private readonly authentication: ExternalAuthentication) {}

  @Post(':payment_id/3ds/authentication')
  @HttpCode(200)
  authenticate(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsExternalAuthenticationRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.authentication.authenticate(paymentId, sent, sender);
  }
}
