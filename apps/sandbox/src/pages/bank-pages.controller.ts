import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Settlements } from '../settlements';
import { Journal } from '../ledger/journal';
import type { Payment } from '../processor/payment';
import { completeChallenge } from '../processor/settle-payment';
import type { SandboxSettings } from '../settings';
import { latencyMs, sandboxSettings } from '../settings';
import { authorizePage, completedPage, invalidLinkPage, challengeDetailsOf, timeoutPage } from './bank-pages';
import { redirectToShop, sendPage } from './page';

@Controller('dummy-connector')
export class BankPagesController {
  constructor(
    private readonly journal: Journal,
    private readonly settlements: Settlements,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  @Get('authorize/:attempt')
  authorize(@Param('attempt') attempt: string, @Query('timeout') timeout: unknown, @Res() reply: FastifyReply): void {
    const payment = this.journal.records.paymentByAttempt(attempt, Date.now());
    if (!payment) return sendPage(reply, invalidLinkPage());
    const challenge = challengeDetailsOf(payment, attempt);
    sendPage(reply, timeout === 'true' ? timeoutPage(challenge) : authorizePage(challenge));
  }

  /** The choice ends the link: a second visit finds no payment. */
  @Get('complete/:attempt')
  async complete(
    @Param('attempt') attempt: string,
    @Query('confirm') confirm: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const payment = this.journal.records.paymentByAttempt(attempt, Date.now());
    if (!payment) return sendPage(reply, invalidLinkPage());
    if (confirm !== 'true' && confirm !== 'false') {
      return sendPage(reply, authorizePage(challengeDetailsOf(payment, attempt)));
    }
    const confirmed = confirm === 'true';
    this.recordRequest(payment, confirmed);
    await this.settlements.commit(completeChallenge(payment, confirmed));
    await sleep(latencyMs(this.settings.latency, 'complete', Math.random));
    if (payment.returnUrl === null) return sendPage(reply, completedPage(confirmed));
    redirectToShop(reply, payment.returnUrl);
  }

  private recordRequest({ connector, id, reference, amount, currency }: Payment, confirmed: boolean): void {
    this.journal.request({
      kind: confirmed ? 'complete' : 'reject',
      connector,
      payment_id: id,
      reference,
      amount,
      currency,
      card: null,
      fault: null,
    });
  }
}
