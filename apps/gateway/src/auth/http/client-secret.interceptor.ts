import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, from, type Observable } from 'rxjs';
import { callerOf } from './caller-of';
import { RefusalError } from '../../errors/errors';
import type { Limits } from '../../limits/limits';

const isWrongSecret = (error: unknown): error is RefusalError =>
  error instanceof RefusalError && error.refusal.code === 'client_secret_invalid';

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
    return next.handle().pipe(catchError((error: unknown) => from(this.count(error, request))));
  }

  private async count(error: unknown, request: FastifyRequest): Promise<never> {
    const caller = isWrongSecret(error) ? callerOf(request) : undefined;
    if (!caller || caller.kind === 'admin') throw error;
    const over = await this.limits.wrongClientSecret(caller.merchantId, paymentIdOf(request), request.ip);
    throw over ? new RefusalError(over) : error;
  }
}
