import { isRefusal } from '@payorch/contracts';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { RefusalError } from '../errors';

/**
 * Renders what a handler returned: an owner's reply passes as its bytes, and a refusal goes to the errors filter.
 * Register it first: the other interceptors then see refusals as values.
 */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((result: unknown) => {
        if (isRefusal(result)) throw new RefusalError(result);
        // An owner that answers without a body has rendered no JSON.
        if (Buffer.isBuffer(result) && result.length > 0) {
          void context.switchToHttp().getResponse<FastifyReply>().header('content-type', 'application/json');
        }
        return result;
      }),
    );
  }
}
