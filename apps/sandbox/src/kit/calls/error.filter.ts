import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './answer';
import { send } from './answer';
import { answerRefusal, badRequest, somethingWentWrong, unknownRoute } from './refusal';

/** An error outside a decision: an unknown path, a body that cannot be parsed, a fault of the sandbox itself. */
export interface RequestError {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly message: string;
}

/** The error format of a processor, for all paths below its own. */
export interface ErrorFormat {
  /** Like `/v1/`. */
  readonly below: string;
  answer(error: RequestError): Answer;
}

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

function ownFormat({ status, message }: RequestError): Answer {
  if (status === 404) return answerRefusal(unknownRoute);
  return answerRefusal(status >= 500 ? somethingWentWrong : badRequest(status, message));
}

/** Answers every error outside a decision in the error format of the processor that was called. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly formats: readonly ErrorFormat[],
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const status = statusOf(error);
    if (status >= 500) this.logger.error({ error }, 'request failed');
    if (reply.sent) return;
    const { method, url } = http.getRequest<FastifyRequest>();
    const requestError = { status, method, path: url.split('?')[0] ?? url, message: textOf(error) };
    const format = this.formats.find(({ below }) => url.startsWith(below));
    send(reply, format ? format.answer(requestError) : ownFormat(requestError));
  }
}
