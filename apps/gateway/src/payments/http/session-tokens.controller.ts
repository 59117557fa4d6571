import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { PaymentsSessionRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';

import { SessionTokens } from '../session-tokens/session-tokens';

@Controller('payments')
export class SessionTokensController {
  constructor(@Inject(SessionTokens) private readonly sessionTokens: SessionTokens) {}

  @Post('session_tokens')
  @HttpCode(200)
  @AllowOnly('client_key')
  create(@Body() sent: PaymentsSessionRequest, @FromMerchant() sender: Sender): Promise<object> {
    return this.sessionTokens.create(sent, sender);
  }
}
