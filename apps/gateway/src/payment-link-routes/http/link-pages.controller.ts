import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { isRefusal, linkLocaleParameter, linkTokenParameter, type Refusal } from '@payorch/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RequestTrace, Trace } from '../../request';
import { type LinkPage, LinkPages, type LinkRequest } from '../link-pages';

interface LinkParams {
  readonly merchant_id: string;
  readonly payment_id: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function requestOf({ merchant_id, payment_id }: LinkParams, query: unknown, { headers }: FastifyRequest): LinkRequest {
  const sent = (query ?? {}) as Readonly<Record<string, unknown>>;
  return {
    merchantId: merchant_id,
    paymentId: payment_id,
    token: textOf(sent[linkTokenParameter]),
    locale: textOf(sent[linkLocaleParameter]),
    languages: headers['accept-language'],
    destination: textOf(headers['sec-fetch-dest']),
    referer: headers.referer,
  };
}

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/** Pages for the customer's browser: the token in the query is its only credential. */
@Controller('payment_link')
export class LinkPagesController {
  constructor(@Inject(LinkPages) private readonly pages: LinkPages) {}

  @Get('s/:merchant_id/:payment_id')
  secure(
    @Param() params: LinkParams,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Trace() trace: RequestTrace,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Refusal> {
    return this.shown((sent) => this.pages.pay('secure', sent, trace), requestOf(params, query, request), {
      request,
      reply,
    });
  }

  @Get('status/:merchant_id/:payment_id')
  status(
    @Param() params: LinkParams,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Trace() trace: RequestTrace,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Refusal> {
    return this.shown((sent) => this.pages.status(sent, trace), requestOf(params, query, request), { request, reply });
  }

  @Get(':merchant_id/:payment_id')
  open(
    @Param() params: LinkParams,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Trace() trace: RequestTrace,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Refusal> {
    return this.shown((sent) => this.pages.pay('open', sent, trace), requestOf(params, query, request), {
      request,
      reply,
    });
  }

  /** A browser gets a page also for a refusal; other clients get the error of the interface. */
  private async shown(
    show: (sent: LinkRequest) => Promise<LinkPage | Refusal>,
    sent: LinkRequest,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<string | Refusal> {
    const answer = await show(sent);
    const page = isRefusal(answer) && wantsPage(request) ? (this.pages.refused(answer, sent) ?? answer) : answer;
    if (isRefusal(page)) return page;
    void reply.status(page.status).headers(page.headers);
    return page.body;
  }
}
