import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { CardNetworkTokenizeRequest } from '@payorch/rest';
import { AllowOnly } from '../../../auth';
import { type RequestTrace, Trace } from '../../../request';
import { CardTokens } from '../card-tokens';

/** Network tokens of cards: only the operator may name a merchant. */
@Controller('payment_methods')
@AllowOnly('admin')
export class CardTokensController {
  constructor(@Inject(CardTokens) private readonly tokens: CardTokens) {}

  @Post('tokenize-card')
  @HttpCode(200)
  tokenize(@Body() sent: CardNetworkTokenizeRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.tokens.tokenize(sent, trace);
  }

  @Post(':payment_method_id/tokenize-card')
  @HttpCode(200)
  tokenizeSaved(
    @Param('payment_method_id') paymentMethodId: string,
    @Body() sent: CardNetworkTokenizeRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object | Refusal> {
    return this.tokens.tokenizeSaved(paymentMethodId, sent, trace);
  }
}
