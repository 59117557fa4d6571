import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import type { Limits } from '../../limits';
import { paymentIdOfSecret } from '../domain/client-secret';
import { callerOf } from './caller-of';

const isWrongSecret = (result: unknown): result is Refusal =>
  isRefusal(result) && result.code === 'client_secret_invalid';
const isExpiredSecret = (result: unknown): result is Refusal =>
  isRefusal(result) && result.code === 'client_secret_expired';

const fieldOf = (fields: unknown, name: string): string | undefined => {
  const value = (fields as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The payment of a client route, its payout or its authentication: from the path, else from the body, else from the client secret of the query. */
function paymentIdOf({ params, body, query }: FastifyRequest): string {
  const inPath = ['payment_id', 'payout_id', 'authentication_id'].map((name) => fieldOf(params, name));
  const named = inPath.find((id) => id !== undefined) ?? fieldOf(body, 'payment_id');
  return named ?? paymentIdOfSecret(fieldOf(query, 'client_secret') ?? '') ?? '';
}

/**
 * Counts client secrets that the payment's owner refused. A correct secret is never counted, so guesses of others
 * cannot block a customer.
 */
export class ClientSecretInterceptor implements NestInterceptor {
  constructor(private readonly limits: Pick<Limits, 'wrongClientSecret'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      mergeMap(async (result: unknown) => {
        const counted = isWrongSecret(result) ? await this.counted(result, request) : result;
        return isWrongSecret(counted) || isExpiredSecret(counted) ? asSeenBySdk(counted, request) : counted;
      }),
    );
  }

  private async counted(refusal: Refusal, request: FastifyRequest): Promise<Refusal> {
    const caller = callerOf(request);
    if (!caller || caller.kind === 'admin') return refusal;
    const over = await this.limits.wrongClientSecret(caller.merchantId, paymentIdOf(request), request.ip);
    return over ?? refusal;
  }
}

/** A client SDK sends one header for key and client secret: the interface has one error for it. */
function asSeenBySdk(refusal: Refusal, request: FastifyRequest): Refusal {
  const caller = callerOf(request);
  return caller && caller.kind !== 'admin' && caller.isSdk ? refuse('unauthorized') : refusal;
}
