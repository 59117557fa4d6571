import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { invalidLinkPage } from '../../kit/pages/bank-pages';
import { pageOf, sendPage } from '../../kit/pages/page';
import { Journal } from '../../kit/ledger/journal';
import { Authentications, connector } from './authentications';
import { challengeMain, completedMain, methodMain } from './templates';

const prefix = 'threedsecureio';
const challengeForm = z.object({ creq: z.string() });
const challengeRequest = z.object({ messageType: z.literal('CReq'), acsTransID: z.string() });

/** The results of the customer's choices: a challenge that is not answered in time cannot be judged. */
const results: Readonly<Record<string, string>> = { complete: 'Y', reject: 'N', timeout: 'U' };

function acsIdIn(body: unknown): string | undefined {
  const form = challengeForm.safeParse(body).data;
  if (!form) return undefined;
  try {
    const json: unknown = JSON.parse(Buffer.from(form.creq, 'base64url').toString());
    return challengeRequest.safeParse(json).data?.acsTransID;
  } catch {
    return undefined;
  }
}

/** The pages of the issuer (ACS): the fingerprint in a hidden frame, and the challenge. */
@Controller(prefix)
export class IssuerController {
  constructor(
    private readonly authentications: Authentications,
    private readonly journal: Journal,
  ) {}

  @Post('method')
  @HttpCode(200)
  method(@Res() reply: FastifyReply): void {
    sendPage(reply, pageOf('Fingerprint', methodMain));
  }

  @Post('challenge')
  @HttpCode(200)
  challenge(@Body() body: unknown, @Res() reply: FastifyReply): void {
    const acsId = acsIdIn(body);
    const open = acsId === undefined ? undefined : this.authentications.challenged(acsId);
    if (!open) return sendPage(reply, invalidLinkPage());
    const complete = `/${prefix}/challenge/${open.acsId}`;
    sendPage(reply, pageOf('Confirm your payment', challengeMain({ complete, card: open.last4 })));
  }

  /** The choice ends the challenge; the browser posts its result to the requestor, which must ask the server all the same. */
  @Get('challenge/:acs_id')
  async complete(
    @Param('acs_id') acsId: string,
    @Query('choice') choice: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const open = this.authentications.challenged(acsId);
    const status = Object.hasOwn(results, choice) ? results[choice]! : undefined;
    if (!open?.notificationUrl || status === undefined) return sendPage(reply, invalidLinkPage());
    const { id, version, notificationUrl, amount, currency } = open;
    this.journal.request({
      kind: status === 'Y' ? 'complete' : 'reject',
      connector,
      payment_id: null,
      reference: id,
      amount,
      currency,
      card: null,
      fault: null,
    });
    this.authentications.store({ ...open, status }, null);
    await this.journal.flushed();
    const cres = Buffer.from(
      JSON.stringify({
        messageType: 'CRes',
        messageVersion: version,
        threeDSServerTransID: id,
        acsTransID: acsId,
        transStatus: status,
      }),
    ).toString('base64url');
    sendPage(reply, pageOf('Return to the shop', completedMain({ notificationUrl, cres }), { mayPost: true }));
  }
}
