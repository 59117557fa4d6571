import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Journal } from '../../ledger/journal';
import type { ChallengeDetails } from '../../pages/bank-pages';
import { authorizePage, completedPage, invalidLinkPage, timeoutPage } from '../../pages/bank-pages';
import { redirectToShop, sendPage } from '../../pages/page';
import type { SandboxSettings } from '../../settings';
import { latencyMs, sandboxSettings } from '../../settings';
import { StripeService } from '../stripe-service';
import { completePage } from '../decide/settle-intent';
import type { Intent, SetupIntent } from '../objects/records';

type AnyIntent = Intent | SetupIntent;

const challengeDetailsOf = (intent: AnyIntent, key: string): ChallengeDetails => ({
  amount: intent.object === 'payment_intent' ? intent.amount : null,
  currency: intent.object === 'payment_intent' ? intent.currency.toUpperCase() : '',
  method: intent.nextAction?.name ?? '',
  payment: intent.id,
  page: `/stripe/authorize/${key}`,
  complete: `/stripe/complete/${key}`,
});

/** `redirect_status` is a hint for the shop's page; the authoritative status is retrieved by the id. */
const statusOf = (intent: AnyIntent): string => {
  if (intent.status === 'requires_payment_method') return 'failed';
  return intent.status === 'processing' ? 'pending' : 'succeeded';
};

function returnUrlOf(returnUrl: string, intent: AnyIntent): string {
  const url = new URL(returnUrl);
  const { object, id, clientSecret } = intent;
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, clientSecret);
  url.searchParams.set('redirect_status', statusOf(intent));
  return url.href;
}

/** The page of a next action: the bank's, the wallet's or the voucher's. */
@Controller('stripe')
export class StripePagesController {
  constructor(
    private readonly journal: Journal,
    private readonly stripeService: StripeService,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  @Get('authorize/:key')
  authorize(@Param('key') key: string, @Query('timeout') timeout: unknown, @Res() reply: FastifyReply): void {
    const intent = this.journal.stripe.objects.byPage(key, Date.now());
    if (!intent) return sendPage(reply, invalidLinkPage());
    const challenge = challengeDetailsOf(intent, key);
    sendPage(reply, timeout === 'true' ? timeoutPage(challenge) : authorizePage(challenge));
  }

  /** The choice ends the link: a second visit finds no intent. */
  @Get('complete/:key')
  async complete(
    @Param('key') key: string,
    @Query('confirm') confirm: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { objects } = this.journal.stripe;
    const intent = objects.byPage(key, Date.now());
    if (!intent) return sendPage(reply, invalidLinkPage());
    if (confirm !== 'true' && confirm !== 'false')
      return sendPage(reply, authorizePage(challengeDetailsOf(intent, key)));
    const confirmed = confirm === 'true';
    this.recordRequest(intent, confirmed);
    const { account, reference, returnUrl } = intent;
    await this.stripeService.commitAndNotify(
      completePage(intent, confirmed, this.stripeService.decisionContext({ account, reference })),
      account,
    );
    await sleep(latencyMs(this.settings.latency, 'complete', Math.random));
    if (returnUrl === null) return sendPage(reply, completedPage(confirmed));
    redirectToShop(reply, returnUrlOf(returnUrl, objects.get(intent.object, intent.id)));
  }

  private recordRequest(intent: AnyIntent, confirmed: boolean): void {
    const paid = intent.object === 'payment_intent';
    this.journal.request({
      kind: confirmed ? 'complete' : 'reject',
      connector: 'stripe',
      payment_id: paid ? intent.id : null,
      reference: intent.reference,
      amount: paid ? intent.amount : null,
      currency: paid ? intent.currency : null,
      card: null,
      fault: null,
    });
  }
}
