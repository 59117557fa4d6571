import { Controller, Get } from '@nestjs/common';
import { type Refusal, refuse } from '@payorch/contracts';
import { AllowOnly } from '../../auth';

/**
 * The polls of client SDKs. Only an authentication apart from the processor's own starts a poll, and there is none here, so
 * that every id is unknown; payments whose processor waits for the customer name no poll.
 */
@Controller('poll')
export class PollsController {
  @Get('status/:poll_id')
  @AllowOnly('publishable_key')
  retrieve(): Refusal {
    return refuse('poll_not_found');
  }
}
