import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { newTraceparent, validTraceparent } from '@payorch/platform/kafka';
import { newId, newPayoutId, type PayoutId } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import { claimOf, type Claim } from './claim';
import { noteSubject, type Subject } from './subject';

/** Correlates everything that one request causes: the request id and the trace. */
export interface RequestTrace {
  readonly correlationId: string;
  readonly traceparent: string;
  /** The client software that the request names. */
  readonly client?: { readonly source: string | null; readonly version: string | null };
  /** Adds the ids of the request's objects to its log line. */
  readonly note?: (subject: Subject) => void;
  /** Present for a request under an idempotency key. */
  readonly claim?: Claim;
}

/** A new object's id: under an idempotency key every retry gets the same id. */
export const newIdFor = <Id extends string>(prefix: string, { claim }: RequestTrace): Id =>
  claim ? (`${prefix}_${claim.commandId}` as Id) : newId<Id>(prefix);

/** A new payout's id, of exactly 30 characters: the command's 20 random characters, and three fixed ones. */
export const payoutIdFor = ({ claim }: RequestTrace): PayoutId =>
  claim ? (`payout_${claim.commandId.padEnd(23, '0')}` as PayoutId) : newPayoutId();

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

/** The trace of the request, as a handler argument. */
export const Trace = createParamDecorator((_: unknown, context: ExecutionContext): RequestTrace =>
  traceOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
