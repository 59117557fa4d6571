import { Body, Controller, Get, Headers, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { redirectTokenParameter, type Refusal } from '@payorch/contracts';
import type { FastifyReply } from 'fastify';
import { type RequestTrace, Trace } from '../../request';
import type { ReturnResponse } from '../domain/return-address';
import type { Page } from '../pages/page';
import { leftPopupParameter, Redirects } from '../redirects';
import { redirectTokenIn, sendOnward, sendPage, texts } from './returns';

interface AttemptParams {
  readonly merchant_id: string;
  readonly payment_id: string;
  readonly attempt_id: string;
}

interface ReturnParams {
  readonly merchant_id: string;
  readonly payment_id: string;
  readonly connector: string;
}

/**
 * The parameters of a returning browser; the token counts only in the query, which the gateway made, while the
 * processor made the form.
 */
interface ReturnInput {
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

/**
 * All paths return from the processor, or from the issuer's challenge: some processors need a second call to complete, and the
 * sync covers that for all.
 */
const returnPaths = [
  ':payment_id/:merchant_id/redirect/response/:connector',
  ':payment_id/:merchant_id/redirect/complete/:connector',
  ':payment_id/:merchant_id/authorize/:connector',
];

/** Pages for the customer's browser: the token in the query is its only credential. */
@Controller('payments')
export class RedirectsController {
  constructor(@Inject(Redirects) private readonly redirects: Redirects) {}

  @Get('redirect/:payment_id/:merchant_id/:attempt_id')
  async start(
    @Param() { merchant_id, payment_id, attempt_id }: AttemptParams,
    @Query() query: unknown,
    @Headers('accept') accepted: string | undefined,
    @Trace() trace: RequestTrace,
    @Res() reply: FastifyReply,
  ): Promise<Refusal | undefined> {
    const token = redirectTokenIn(query);
    const isBrowser = accepted?.includes('text/html') === true;
    const ids = { merchantId: merchant_id, paymentId: payment_id, attemptId: attempt_id, token, isBrowser };
    return sendAnswer(await this.redirects.start(ids, trace), reply);
  }

  @Get(returnPaths)
  returnByGet(
    @Param() params: ReturnParams,
    @Query() query: unknown,
    @Trace() trace: RequestTrace,
    @Res() reply: FastifyReply,
  ): Promise<Refusal | undefined> {
    return this.completeReturn(params, { query: texts(query), form: {} }, trace, reply);
  }

  @Post(returnPaths)
  returnByPost(
    @Param() params: ReturnParams,
    @Query() query: unknown,
    @Body() form: unknown,
    @Trace() trace: RequestTrace,
    @Res() reply: FastifyReply,
  ): Promise<Refusal | undefined> {
    return this.completeReturn(params, { query: texts(query), form: texts(form) }, trace, reply);
  }

  private async completeReturn(
    { merchant_id, payment_id, connector }: ReturnParams,
    { query: { [redirectTokenParameter]: token, [leftPopupParameter]: leftPopup, ...query }, form }: ReturnInput,
    trace: RequestTrace,
    reply: FastifyReply,
  ): Promise<Refusal | undefined> {
    const parameters = { ...query, ...form };
    const ids = { merchantId: merchant_id, paymentId: payment_id };
    const path = { ...ids, connector, token, leftPopup: leftPopup === 'true', parameters };
    return sendAnswer(await this.redirects.completeReturn(path, trace), reply);
  }
}

/** Sends the response itself, unless it is a refusal: only the end decides between page and redirect. */
function sendAnswer(answer: ReturnResponse | Page | Refusal, reply: FastifyReply): Refusal | undefined {
  if ('kind' in answer) return answer;
  if ('body' in answer) sendPage(reply, answer);
  else sendOnward(reply, answer.return_url_with_query_params, answer);
  return undefined;
}
