import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import type { Limits } from '../../limits';
import { callerOf } from './caller-of';

const isWrongSecret = (result: unknown): result is Refusal =>
  isRefusal(result) && result.code === 'client_secret_invalid';
const isExpiredSecret = (result: unknown): result is Refusal =>
  isRefusal(result) && result.code === 'client_secret_expired';

/** The payment of a client route: from the path, else from the body. */
function paymentIdOf({ params, body }: FastifyRequest): string {
  const inPath = (params as Record<string, unknown> | undefined)?.['payment_id'];
  const named = inPath ?? (body as Record<string, unknown> | null | undefined)?.['payment_id'];
  return typeof named === 'string' ? named : '';
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
