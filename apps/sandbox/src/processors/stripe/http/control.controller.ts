import { BadRequestException, Body, Controller, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { readControl } from '../../../kit/control/control-bodies';
import { platformAccount } from '../account';
import { endDispute, escalateInquiry, isUndecided, newDispute, openDispute } from '../decide/disputes';
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

const disputeBody = z.object({
  payment_intent: z.string(),
  account: z.string().default(platformAccount),
  /** Minor units; the captured amount by default. */
  amount: z.int().min(1).optional(),
  reason: z.string().min(1).default('fraudulent'),
  network_reason_code: z.string().min(1).default('10.4'),
  inquiry: z.boolean().default(false),
});
const decideBody = z.object({
  dispute: z.string(),
  account: z.string().default(platformAccount),
  outcome: z.enum(['won', 'lost', 'prevented', 'escalated']),
});

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

  /** Opens a dispute, or an inquiry, of the charge of a payment. A charge may have several. */
  @Post('disputes')
  @HttpCode(200)
  async dispute(@Body() body: unknown) {
    const input = readControl(disputeBody, body);
    const { account, amount, reason, network_reason_code: networkReason, inquiry } = input;
    const { objects } = this.service;
    const intent = objects.find('payment_intent', account, input.payment_intent);
    const charge = intent?.latest_charge ? objects.find('charge', account, intent.latest_charge) : undefined;
    if (!charge?.captured) throw new BadRequestException('no such paid payment_intent');
    const context = this.service.decisionContext({ account, reference: charge.payment_intent });
    const dispute = newDispute(charge, { amount, reason, networkReason, isInquiry: inquiry }, context);
    const opened = openDispute(dispute);
    await this.service.commitAndNotify(opened, account);
    return { id: dispute.id, status: dispute.status };
  }

  /** Decides an undecided dispute: won, lost or prevented. `escalated`: an inquiry becomes a dispute. */
  @Post('disputes/decide')
  @HttpCode(200)
  async decide(@Body() body: unknown) {
    const { dispute: id, account, outcome } = readControl(decideBody, body);
    const dispute = this.service.objects.find('dispute', account, id);
    const isFit = dispute && isUndecided(dispute) && (outcome !== 'escalated' || dispute.status.startsWith('warning'));
    if (!isFit) throw new BadRequestException('no such undecided dispute, or no inquiry');
    const decision = outcome === 'escalated' ? escalateInquiry(dispute) : endDispute(dispute, outcome);
    await this.service.commitAndNotify(decision, account);
    return { id, status: this.service.objects.find('dispute', account, id)?.status };
  }
}
