import { Catch, HttpException, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { errorBody, refuse, type Refusal } from '@payorch/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BodyError, contentTypeError, QueryError, RefusalError, StoredResponse, type WireResponse } from '../errors';
import { noteRefusal, subjectOf } from '../request';
import { bodyLimitBytes, tooLarge } from '../validation';
import { nearestRoute, type PublicRoute } from './nearest-route';
import type { RouteTable } from './route-table';
import type { ServerLog } from './server-log';

/** The `retry-after` header of a temporary refusal. */
export const retryAfter = ({ details }: Refusal, status: number): Record<string, string> => {
  const seconds = details['retry_after'] ?? (status === 503 ? '1' : undefined);
  return seconds === undefined ? {} : { 'retry-after': seconds };
};

const refusalResponse = (refusal: Refusal): WireResponse => {
  const { status, body } = errorBody(refusal);
  return { status, type: 'application/json', body: JSON.stringify(body), headers: retryAfter(refusal, status) };
};

/** The interface's text is the first line; the last line is the list of problems, in the shape of other errors. */
export const queryErrorResponse = ({ message, fields }: QueryError): WireResponse => ({
  status: 400,
  type: 'text/plain',
  body: `${message}\n${JSON.stringify({ fields })}`,
});

const bodyErrorResponse = ({ message, fields, by }: BodyError): WireResponse => {
  const error = {
    [by === 'rule' ? 'type' : 'error_type']: 'invalid_request',
    message,
    code: 'IR_06',
    ...(fields.length > 0 && { fields }),
  };
  return { status: 400, type: 'application/json', body: JSON.stringify({ error }) };
};

/** HTTP errors carry a status; Nest wraps some of them. */
function statusOf(error: unknown): unknown {
  if (error instanceof HttpException) return error.getStatus();
  return typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
}

/** Converts every error to a response. Unknown errors become 500 without details. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    private readonly log: ServerLog,
    /** The routes that every caller may know. */
    private readonly publicRoutes: readonly PublicRoute[] = [],
    private readonly limitBytes = bodyLimitBytes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    if (error instanceof RefusalError) noteRefusal(request, error.refusal);
    const { status, type, body, headers = {} } = this.responseTo(error, request);
    if (!reply.sent) void reply.status(status).headers(headers).type(type).send(body);
  }

  private responseTo(error: unknown, request: FastifyRequest): WireResponse {
    if (error instanceof RefusalError) return refusalResponse(error.refusal);
    if (error instanceof StoredResponse) return error.response;
    if (error instanceof BodyError) return bodyErrorResponse(error);
    if (error instanceof QueryError) return queryErrorResponse(error);
    if (error instanceof NotFoundException) return this.noRoute(request);
    return this.serverError(error, request);
  }

  private noRoute({ method, url }: FastifyRequest): WireResponse {
    const nearest = nearestRoute(method, url, this.publicRoutes);
    const code = this.routes.serves(url) ? 'wrong_method' : 'unknown_url';
    return refusalResponse(refuse(code, nearest === undefined ? {} : { nearest }));
  }

  private serverError(error: unknown, request: FastifyRequest): WireResponse {
    if (isTooLarge(error)) return bodyErrorResponse(tooLarge(this.limitBytes, request.headers['content-length']));
    if (isBadType(error)) return bodyErrorResponse(contentTypeError());
    if (isCutShort(error))
      return bodyErrorResponse(new BodyError('Json deserialize error: EOF while parsing a value at line 1 column 0'));
    const facts = { request_id: request.id, route: request.routeOptions.url, ...subjectOf(request) };
    this.log.error({ error, ...facts }, 'request failed');
    return refusalResponse(refuse('internal'));
  }
}

const isTooLarge = (error: unknown): boolean => statusOf(error) === 413;
/** A content type that is not a media type. */
const isBadType = (error: unknown): boolean => statusOf(error) === 415;
/** A body that ended early or does not match its Content-Length. */
const isCutShort = (error: unknown): boolean => statusOf(error) === 400;
