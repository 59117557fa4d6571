import { Catch, HttpException, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { errorBody, refuse, type Refusal } from '@payorch/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitBytes, tooLarge } from './body-reader';
import { BodyError, contentTypeError, QueryError, RefusalError, StoredAnswer, type WireAnswer } from './errors';
import type { RouteTable } from './route-table';
import type { EdgeLog } from './server';
import { noteRefusal, subjectOf } from './subject';

/** When to come again, of a refusal that time cures. */
export const retryAfter = ({ details }: Refusal, status: number): Record<string, string> => {
  const seconds = details['retry_after'] ?? (status === 503 ? '1' : undefined);
  return seconds === undefined ? {} : { 'retry-after': seconds };
};

const refusalAnswer = (refusal: Refusal): WireAnswer => {
  const { status, body } = errorBody(refusal);
  return { status, type: 'application/json', body: JSON.stringify(body), headers: retryAfter(refusal, status) };
};

const bodyAnswer = ({ message }: BodyError): WireAnswer => ({
  status: 400,
  type: 'application/json',
  body: JSON.stringify({ error: { error_type: 'invalid_request', message, code: 'IR_06' } }),
});

/** Errors of the HTTP layer carry a status; whether Nest has wrapped them depends on where they were thrown. */
function statusOf(error: unknown): unknown {
  if (error instanceof HttpException) return error.getStatus();
  return typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
}

/** The one place where an error becomes bytes. What it does not know is 500 and tells nothing. */
@Catch()
export class EdgeErrorsFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    private readonly log: EdgeLog,
    private readonly limitBytes = bodyLimitBytes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    if (error instanceof RefusalError) noteRefusal(request, error.refusal);
    const { status, type, body, headers = {} } = this.answerTo(error, request);
    if (!reply.sent) void reply.status(status).headers(headers).type(type).send(body);
  }

  private answerTo(error: unknown, request: FastifyRequest): WireAnswer {
    if (error instanceof RefusalError) return refusalAnswer(error.refusal);
    if (error instanceof StoredAnswer) return error.answer;
    if (error instanceof BodyError) return bodyAnswer(error);
    if (error instanceof QueryError) return { status: 400, type: 'text/plain', body: error.message };
    if (error instanceof NotFoundException) {
      return refusalAnswer(refuse(this.routes.serves(request.url) ? 'wrong_method' : 'unknown_url'));
    }
    return this.serverError(error, request);
  }

  private serverError(error: unknown, request: FastifyRequest): WireAnswer {
    if (isTooLarge(error)) return bodyAnswer(tooLarge(this.limitBytes, request.headers['content-length']));
    if (isBadType(error)) return bodyAnswer(contentTypeError());
    if (isCutShort(error))
      return bodyAnswer(new BodyError('Json deserialize error: EOF while parsing a value at line 1 column 0'));
    const facts = { request_id: request.id, route: request.routeOptions.url, ...subjectOf(request) };
    this.log.error({ error, ...facts }, 'request failed');
    return refusalAnswer(refuse('internal'));
  }
}

const isTooLarge = (error: unknown): boolean => statusOf(error) === 413;
/** A content type that is no media type. */
const isBadType = (error: unknown): boolean => statusOf(error) === 415;
/** A body that broke off, or is not as long as its Content-Length says. */
const isCutShort = (error: unknown): boolean => statusOf(error) === 400;
