import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isRefusal, linkLocaleParameter, linkTokenParameter, type Refusal } from '@payorch/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RequestTrace, traceOf } from '../../request';
import type { PageRequest } from '../domain/page-request';
import type { LinkPage } from '../domain/rendered-page';

/** A browser's request for a page. */
export interface Visit {
  /** The ids of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly page: PageRequest;
  /** The fields of a form. */
  readonly form: Readonly<Record<string, string>>;
  /** Whether the client shows pages; other clients get the errors of the interface. */
  readonly wantsPage: boolean;
  readonly userAgent: string | undefined;
  readonly ip: string;
  readonly trace: RequestTrace;
  readonly reply: FastifyReply;
}

/** The text values among the parameters. */
const textsIn = (sent: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sent ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

export function pageRequestOf({ query, headers, host }: FastifyRequest): PageRequest {
  const sent = textsIn(query);
  const received = textsIn(headers);
  return {
    token: sent[linkTokenParameter],
    locale: sent[linkLocaleParameter],
    languages: received['accept-language'],
    destination: received['sec-fetch-dest'],
    site: received['sec-fetch-site'],
    referer: received['referer'],
    host,
  };
}

/** Whether the client shows pages. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/** The visit, as a handler argument. */
export const FromBrowser = createParamDecorator((_: unknown, context: ExecutionContext): Visit => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  return {
    params: textsIn(request.params),
    page: pageRequestOf(request),
    form: textsIn(request.body),
    wantsPage: wantsPage(request),
    userAgent: request.headers['user-agent'],
    ip: request.ip,
    trace: traceOf(request),
    reply: http.getResponse<FastifyReply>(),
  };
});

/** A browser gets a page also for a refusal; other clients get the error of the interface. */
export async function showPage(
  { wantsPage: isBrowser, reply }: Visit,
  answered: Promise<LinkPage | Refusal>,
  refusedPageOf: (refusal: Refusal) => LinkPage | undefined,
): Promise<string | Refusal> {
  const answer = await answered;
  const page = isRefusal(answer) && isBrowser ? (refusedPageOf(answer) ?? answer) : answer;
  if (isRefusal(page)) return page;
  void reply.status(page.status).headers(page.headers);
  return page.body;
}
