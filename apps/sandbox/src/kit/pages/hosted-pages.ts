import { setTimeout as sleep } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { latencyMs } from '../delays/latency';
import type { RequestEntry } from '../ledger/entries';
import { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { sandboxSettings } from '../settings';
import type { ShownPayment } from './bank-pages';
import { authorizePage, completedPage, invalidLinkPage, timeoutPage } from './bank-pages';
import { redirectToShop, sendPage } from './page';
import { pagePaths } from './page-paths';

/** The open page of one payment or set-up. */
export interface HostedPage {
  readonly shown: ShownPayment;
  /** What the ledger records about the customer's choice. */
  readonly request: Pick<RequestEntry, 'connector' | 'payment_id' | 'reference' | 'amount' | 'currency'>;
  /** Stores the choice, which ends the link, and notifies by webhook. */
  complete(confirmed: boolean): Promise<void>;
  /** Where the customer goes after the choice; null shows the outcome here. */
  returnUrl(): string | null;
}

/** The open pages of a processor. */
export interface HostedPages {
  find(key: string): HostedPage | undefined;
}

/** The frame that a page asks for; 0 for the page itself. */
const depthOf = (frame: unknown): number => (typeof frame === 'string' && /^[1-9]$/.test(frame) ? Number(frame) : 0);

/** The endpoints of a processor's pages: `/<prefix>/authorize/<key>` and `/<prefix>/complete/<key>`. */
export function hostedPagesController(prefix: string, source: Type<HostedPages>): Type {
  @Controller(prefix)
  class HostedPagesController {
    constructor(
      private readonly journal: Journal,
      @Inject(sandboxSettings) private readonly settings: SandboxSettings,
      @Inject(source) private readonly pages: HostedPages,
    ) {}

    @Get('authorize/:key')
    authorize(
      @Param('key') key: string,
      @Query('timeout') timeout: unknown,
      @Query('frame') frame: unknown,
      @Res() reply: FastifyReply,
    ): void {
      const open = this.pages.find(key);
      if (!open) return sendPage(reply, invalidLinkPage());
      const paths = pagePaths(prefix, key);
      sendPage(reply, timeout === 'true' ? timeoutPage(paths) : authorizePage(open.shown, paths, depthOf(frame)));
    }

    /** The choice ends the link: a second visit finds no page. */
    @Get('complete/:key')
    async complete(
      @Param('key') key: string,
      @Query('confirm') confirm: unknown,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const open = this.pages.find(key);
      if (!open) return sendPage(reply, invalidLinkPage());
      if (confirm !== 'true' && confirm !== 'false') {
        return sendPage(reply, authorizePage(open.shown, pagePaths(prefix, key)));
      }
      const confirmed = confirm === 'true';
      this.journal.request({ kind: confirmed ? 'complete' : 'reject', ...open.request, card: null, fault: null });
      await open.complete(confirmed);
      await sleep(latencyMs(this.settings.latency, 'complete', Math.random));
      const returnUrl = open.returnUrl();
      if (returnUrl === null) return sendPage(reply, completedPage(confirmed));
      redirectToShop(reply, returnUrl);
    }
  }
  return HostedPagesController;
}
