import { BadRequestException, Body, Controller, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { readControl } from '../../../kit/control/control-bodies';
import { platformAccount } from '../account';
import { StripeService } from '../stripe.service';
import { cancelIntent } from '../decide/capture-intent';
import { StripeMemory } from '../objects/memory';

const endpointBody = z.object({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(1).optional(),
  enabled_events: z.array(z.string().min(1)).min(1).default(['*']),
});
const expireBody = z.object({ payment_intent: z.string() });

/** What tests need from Stripe and Stripe's own API does not provide. */
@Controller('control/stripe')
export class StripeControlController {
  constructor(
    private readonly memory: StripeMemory,
    private readonly stripeService: StripeService,
  ) {}

  /**
   * Registers an endpoint with a secret of the caller's choice; an endpoint at the same URL replaces the earlier one.
   */
  @Post('webhook_endpoints')
  @HttpCode(200)
  async register(@Body() body: unknown) {
    const { url, secret, enabled_events: enabledEvents } = readControl(endpointBody, body);
    const endpoint = await this.stripeService.register({ url, secret, enabledEvents });
    return { id: endpoint.id, url, secret: endpoint.secret, enabled_events: enabledEvents };
  }

  /** Expires an authorization that was not captured in time. */
  @Post('expire')
  @HttpCode(200)
  async expire(@Body() body: unknown) {
    const { payment_intent: id } = readControl(expireBody, body);
    const intent = this.memory.objects.find('payment_intent', platformAccount, id);
    if (intent?.status !== 'requires_capture') throw new BadRequestException('no such authorized payment_intent');
    const { account, reference } = intent;
    await this.stripeService.commitAndNotify(
      cancelIntent(intent, 'automatic', this.stripeService.decisionContext({ account, reference })),
      account,
    );
    return { id, status: 'canceled' };
  }
}
