import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { isRefusal, linkLocaleParameter, linkTokenParameter, type LinkKind, type Refusal } from '@payorch/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RequestTrace, Trace } from '../../request';
import { linkPageHeaders } from '../domain/page-headers';
import { refusedPage } from '../domain/refused-page';
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
const bare = linkPageHeaders({ nonce: '', style: { logo: '', background_image: null }, allowedDomains: null });

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
    return this.pay('secure', requestOf(params, query, request), { request, trace, reply });
  }

  @Get('status/:merchant_id/:payment_id')
  async status(
    @Param() params: LinkParams,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Trace() trace: RequestTrace,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Refusal> {
    return shown(await this.pages.status(requestOf(params, query, request), trace), request, reply);
  }

  @Get(':merchant_id/:payment_id')
  open(
    @Param() params: LinkParams,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Trace() trace: RequestTrace,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Refusal> {
    return this.pay('open', requestOf(params, query, request), { request, trace, reply });
  }

  private async pay(
    kind: LinkKind,
    sent: LinkRequest,
    { request, trace, reply }: { request: FastifyRequest; trace: RequestTrace; reply: FastifyReply },
  ): Promise<string | Refusal> {
    return shown(await this.pages.pay(kind, sent, trace), request, reply);
  }
}

/** A browser gets a page also for a refusal; everybody else gets the error of the interface. */
function shown(page: LinkPage | Refusal, request: FastifyRequest, reply: FastifyReply): string | Refusal {
  if (!isRefusal(page)) {
    void reply.headers(page.headers);
    return page.body;
  }
  if (!wantsPage(request)) return page;
  const { status, body } = refusedPage(page);
  void reply.status(status).headers(bare);
  return body;
}
