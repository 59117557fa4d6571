import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { InvariantError } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import { type RequestTrace, traceOf } from '../../request';
import type { AuthenticatedMerchant } from '../authenticate';
import { callerOf } from './caller-of';

/** The merchant of a request, the trace of everything that the request causes, and the address of its client. */
export interface Sender {
  readonly merchant: AuthenticatedMerchant;
  readonly trace: RequestTrace;
  readonly ip: string;
}

function merchantOf(request: FastifyRequest): AuthenticatedMerchant {
  const caller = callerOf(request);
  if (!caller || caller.kind === 'admin') throw new InvariantError('no merchant was authenticated on this route');
  return caller;
}

export const senderOf = (request: FastifyRequest): Sender => ({
  merchant: merchantOf(request),
  trace: traceOf(request),
  ip: request.ip,
});

const requestIn = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** The authenticated merchant. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedMerchant =>
  merchantOf(requestIn(context)),
);

/** The authenticated merchant with trace and address, for handlers that send its request on. */
export const FromMerchant = createParamDecorator((_: unknown, context: ExecutionContext): Sender =>
  senderOf(requestIn(context)),
);
