import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Journal } from '../../ledger/journal';
import type { Question } from '../../pages/bank-pages';
import { authorizePage, completedPage, invalidLinkPage, timeoutPage } from '../../pages/bank-pages';
import { sendBack, sendPage } from '../../pages/page';
import type { SandboxSettings } from '../../settings';
import { latencyMs, sandboxSettings } from '../../settings';
import { StripeBook } from '../book';
import { completePage } from '../decide/settle-intent';
import type { Intent, SetupIntent } from '../objects/records';

type Asking = Intent | SetupIntent;

const questionOf = (asking: Asking, key: string): Question => ({
  amount: asking.object === 'payment_intent' ? asking.amount : null,
  currency: asking.object === 'payment_intent' ? asking.currency.toUpperCase() : '',
  method: asking.nextAction?.name ?? '',
  payment: asking.id,
  page: `/stripe/authorize/${key}`,
  complete: `/stripe/complete/${key}`,
});

/** `redirect_status` tells the shop's page what to say; the truth is asked for by the id. */
const statusOf = (asking: Asking): string => {
  if (asking.status === 'requires_payment_method') return 'failed';
  return asking.status === 'processing' ? 'pending' : 'succeeded';
};

function backTo(returnUrl: string, asking: Asking): string {
  const url = new URL(returnUrl);
  const { object, id, clientSecret } = asking;
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, clientSecret);
  url.searchParams.set('redirect_status', statusOf(asking));
  return url.href;
}

/** The bank's, the wallet's, the voucher's page: whatever a next action leads to. */
@Controller('stripe')
export class StripePagesController {
  constructor(
    private readonly journal: Journal,
    private readonly book: StripeBook,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  @Get('authorize/:key')
  authorize(@Param('key') key: string, @Query('timeout') timeout: unknown, @Res() reply: FastifyReply): void {
    const asking = this.journal.stripe.objects.byPage(key, Date.now());
    if (!asking) return sendPage(reply, invalidLinkPage());
    const question = questionOf(asking, key);
    sendPage(reply, timeout === 'true' ? timeoutPage(question) : authorizePage(question));
  }

  /** The choice ends the link: coming back to it finds nothing. */
  @Get('complete/:key')
  async complete(
    @Param('key') key: string,
    @Query('confirm') confirm: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { objects } = this.journal.stripe;
    const asking = objects.byPage(key, Date.now());
    if (!asking) return sendPage(reply, invalidLinkPage());
    if (confirm !== 'true' && confirm !== 'false') return sendPage(reply, authorizePage(questionOf(asking, key)));
    const confirmed = confirm === 'true';
    this.note(asking, confirmed);
    const { account, reference, returnUrl } = asking;
    await this.book.end(completePage(asking, confirmed, this.book.bench({ account, reference })), account);
    await sleep(latencyMs(this.settings.latency, 'complete', Math.random));
    if (returnUrl === null) return sendPage(reply, completedPage(confirmed));
    sendBack(reply, backTo(returnUrl, objects.get(asking.object, asking.id)));
  }

  private note(asking: Asking, confirmed: boolean): void {
    const paid = asking.object === 'payment_intent';
    this.journal.request({
      kind: confirmed ? 'complete' : 'reject',
      connector: 'stripe',
      payment_id: paid ? asking.id : null,
      reference: asking.reference,
      amount: paid ? asking.amount : null,
      currency: paid ? asking.currency : null,
      card: null,
      fault: null,
    });
  }
}
