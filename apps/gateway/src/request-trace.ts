import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { newTraceparent, validTraceparent } from '@payorch/platform/kafka';
import { newId } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import { noteSubject, type Subject } from './edge';
import { claimOf, type Claim } from './idempotency/claim';

/** What ties everything that one request sets off: its id, and the trace that it belongs to. */
export interface RequestTrace {
  readonly correlationId: string;
  readonly traceparent: string;
  /** The software that the request says it comes from. */
  readonly client?: { readonly source: string | null; readonly version: string | null };
  /** Says what the request turned out to be about, for its line in the log. */
  readonly note?: (subject: Subject) => void;
  /** There when the request came under an idempotency key. */
  readonly claim?: Claim;
}

/** The id of what a request makes: under an idempotency key the same one whenever it is sent again. */
export const newIdFor = <Id extends string>(prefix: string, { claim }: RequestTrace): Id =>
  claim ? (`${prefix}_${claim.commandId}` as Id) : newId<Id>(prefix);

const longestName = 64;
const nameIn = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header.slice(0, longestName) : null;

function clientOf({ headers }: Pick<FastifyRequest, 'headers'>): Pick<RequestTrace, 'client'> {
  const source = nameIn(headers['x-client-source']);
  const version = nameIn(headers['x-client-version']);
  return source === null && version === null ? {} : { client: { source, version } };
}

export function traceOf(request: Pick<FastifyRequest, 'id' | 'headers'>): RequestTrace {
  const sent = request.headers['traceparent'];
  const claim = claimOf(request);
  return {
    correlationId: request.id,
    traceparent: validTraceparent(typeof sent === 'string' ? sent : undefined) ?? newTraceparent(),
    note: (subject) => noteSubject(request, subject),
    ...clientOf(request),
    ...(claim && { claim }),
  };
}

/** The trace of this request, as an argument of its handler. */
export const Trace = createParamDecorator((_: unknown, context: ExecutionContext): RequestTrace =>
  traceOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
