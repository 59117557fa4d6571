import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { Polls } from '../polls';

/** The polls of client SDKs: whether the authentication of a payment is still under way. */
@Controller('poll')
export class PollsController {
  constructor(@Inject(Polls) private readonly polls: Polls) {}

  @Get('status/:poll_id')
  @AllowOnly('publishable_key')
  retrieve(@Param('poll_id') pollId: string, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.polls.retrieve(pollId, sender);
  }
}
