import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { newTraceparent, validTraceparent } from '@payorch/platform/kafka';
import type { FastifyRequest } from 'fastify';

/** What ties everything that one request sets off: its id, and the trace that it belongs to. */
export interface RequestTrace {
  readonly correlationId: string;
  readonly traceparent: string;
}

export function traceOf({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): RequestTrace {
  const sent = headers['traceparent'];
  return {
    correlationId: id,
    traceparent: validTraceparent(typeof sent === 'string' ? sent : undefined) ?? newTraceparent(),
  };
}

/** The trace of this request, as an argument of its handler. */
export const Trace = createParamDecorator((_: unknown, context: ExecutionContext): RequestTrace =>
  traceOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
