import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { somethingWentWrong, unknownRoute } from '../processor/refusals';
import { plainRefusal, stripeFaultResponses } from '../stripe/http/answers';
import { invalidRequest, unrecognizedUrl } from '../stripe/errors';
import type { Answer } from './answers';
import { answerRefusal, send } from './answers';

const statusOf = (error: unknown): number => {
  if (error instanceof HttpException) return error.getStatus();
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
};

const textOf = (error: unknown): string => {
  const answer = error instanceof HttpException ? error.getResponse() : undefined;
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  if (Array.isArray(message)) return message.join('; ');
  return error instanceof Error ? error.message : 'Bad request';
};

function stripeAnswer(status: number, method: string, url: string, error: unknown): Answer {
  if (status === 404) return plainRefusal(unrecognizedUrl(method, url.split('?')[0] ?? url));
  return status >= 500 ? stripeFaultResponses.failed : plainRefusal(invalidRequest(textOf(error), {}, status));
}

/** Answers every error outside a decision in the error format of the processor that was called. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const status = statusOf(error);
    if (status >= 500) this.logger.error({ error }, 'request failed');
    if (reply.sent) return;
    const { method, url } = http.getRequest<FastifyRequest>();
    if (url.startsWith('/v1/')) return send(reply, stripeAnswer(status, method, url, error));
    if (status === 404) return send(reply, answerRefusal(unknownRoute));
    if (status >= 500) return send(reply, answerRefusal(somethingWentWrong));
    send(reply, answerRefusal({ http: status, code: 'DC_02', message: textOf(error) }));
  }
}
