import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { newTraceparent, validTraceparent } from '@payorch/platform/kafka';
import { newId } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import { claimOf, type Claim } from './idempotency/claim';

/** What ties everything that one request sets off: its id, and the trace that it belongs to. */
export interface RequestTrace {
  readonly correlationId: string;
  readonly traceparent: string;
  /** There when the request came under an idempotency key. */
  readonly claim?: Claim;
}

/** The id of what a request makes: under an idempotency key the same one whenever it is sent again. */
export const newIdFor = <Id extends string>(prefix: string, { claim }: RequestTrace): Id =>
  claim ? (`${prefix}_${claim.commandId}` as Id) : newId<Id>(prefix);

export function traceOf(request: Pick<FastifyRequest, 'id' | 'headers'>): RequestTrace {
  const sent = request.headers['traceparent'];
  const claim = claimOf(request);
  return {
    correlationId: request.id,
    traceparent: validTraceparent(typeof sent === 'string' ? sent : undefined) ?? newTraceparent(),
    ...(claim && { claim }),
  };
}

/** The trace of this request, as an argument of its handler. */
export const Trace = createParamDecorator((_: unknown, context: ExecutionContext): RequestTrace =>
  traceOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
