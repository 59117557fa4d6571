import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { mergeMap, of, type Observable } from 'rxjs';
import type { Limits } from '../../limits';
import { callerOf } from './caller-of';

const isWrongSecret = (result: unknown): result is Refusal =>
  isRefusal(result) && result.code === 'client_secret_invalid';

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
    return next
      .handle()
      .pipe(mergeMap((result: unknown) => (isWrongSecret(result) ? this.counted(result, request) : of(result))));
  }

  private async counted(refusal: Refusal, request: FastifyRequest): Promise<Refusal> {
    const caller = callerOf(request);
    if (!caller || caller.kind === 'admin') return refusal;
    const over = await this.limits.wrongClientSecret(caller.merchantId, paymentIdOf(request), request.ip);
    return over ?? refusal;
  }
}
