import { Body, Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { PaymentsPostSessionTokensRequest, PaymentsSessionRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { SessionTokens } from '../session-tokens/session-tokens';

@Controller('payments')
@AllowOnly('client_key')
export class SessionTokensController {
  constructor(@Inject(SessionTokens) private readonly sessionTokens: SessionTokens) {}

  @Post('session_tokens')
  @HttpCode(200)
  create(
    @Body() sent: PaymentsSessionRequest,
    @FromMerchant() sender: Sender,
    @Headers('x-merchant-domain') pageDomain: string | undefined,
  ): Promise<object> {
    return this.sessionTokens.create(sent, sender, pageDomain);
  }

  @Post(':payment_id/post_session_tokens')
  @HttpCode(200)
  continue(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsPostSessionTokensRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.sessionTokens.continue(paymentId, sent, sender);
  }
}
