import { BadRequestException, Body, Controller, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { readControl } from '../../../kit/control/control-bodies';
import { platformAccount } from '../account';
import { cancelIntent } from '../decide/capture-intent';
import { StripeService } from '../stripe.service';

const endpointBody = z.object({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(1).optional(),
  enabled_events: z.array(z.string().min(1)).min(1).default(['*']),
  /** For the events of connected accounts instead. */
  connect: z.boolean().default(false),
});
const expireBody = z.object({ payment_intent: z.string() });

/** What tests need from Stripe and Stripe's own API does not provide. */
@Controller('control/stripe')
export class StripeControlController {
  constructor(private readonly service: StripeService) {}

  /**
   * Registers an endpoint with a secret of the caller's choice; an endpoint at the same URL for the same accounts replaces the earlier one.
   */
  @Post('webhook_endpoints')
  @HttpCode(200)
  async register(@Body() body: unknown) {
    const { id, url, secret, enabled_events } = await this.service.register(readControl(endpointBody, body));
    return { id, url, secret, enabled_events };
  }

  /** Expires an authorization that was not captured in time. */
  @Post('expire')
  @HttpCode(200)
  async expire(@Body() body: unknown) {
    const { payment_intent: id } = readControl(expireBody, body);
    const intent = this.service.objects.find('payment_intent', platformAccount, id);
    if (intent?.status !== 'requires_capture') throw new BadRequestException('no such authorized payment_intent');
    const { account, reference } = intent;
    const context = this.service.decisionContext({ account, reference });
    await this.service.commitAndNotify(cancelIntent(intent, { cancellation_reason: 'automatic' }, context), account);
    return { id, status: 'canceled' };
  }
}
