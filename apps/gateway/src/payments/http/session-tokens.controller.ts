import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { PaymentsSessionRequest } from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { orRefused } from '../../owners/owner-reply';
import { Trace, type RequestTrace } from '../../request/request-trace';
import { SessionTokens } from '../session-tokens/session-tokens';

@Controller('payments')
export class SessionTokensController {
  constructor(@Inject(SessionTokens) private readonly sessionTokens: SessionTokens) {}

  @Post('session_tokens')
  @HttpCode(200)
  @AllowOnly('client_key')
  create(
    @Body() sent: PaymentsSessionRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return orRefused(this.sessionTokens.create(sent, { merchant, trace }));
  }
}
