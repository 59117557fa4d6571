import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { operator } from '@payorch/platform/postgres';
import type { Observable } from 'rxjs';
import { type Authenticated, callerOf } from '../../auth';
import { RefusalError } from '../../errors';
import { attachClaim } from '../../request';
import { readIdempotencyKey } from '../domain/idempotency-key';
import { routeOfKey } from '../domain/key-space';
import type { DigestedRequest } from '../domain/request-digest';
import type { Idempotency } from '../idempotency';

const merchantOf = (caller: Authenticated): string => (caller.kind === 'admin' ? operator : caller.merchantId);

const digested = ({ originalUrl, body }: FastifyRequest, caller: Authenticated): DigestedRequest => ({
  url: originalUrl,
  body,
  caller:
    caller.kind === 'admin'
      ? [caller.kind]
      : [caller.kind, caller.profileId, ...(caller.customerId ? [caller.customerId] : [])],
});

/** Relays have a header of their own in the interface, with the same meaning. */
const keyHeaderOf = ({ headers, routeOptions }: FastifyRequest): string | string[] | undefined =>
  headers['idempotency-key'] ?? (routeOptions.url?.startsWith('/relay') ? headers['x-idempotency-key'] : undefined);

/** Claims the idempotency key of a POST: after authentication and body validation, before the handler. */
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: Idempotency) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = keyHeaderOf(request);
    const caller = header === undefined || request.method !== 'POST' ? undefined : callerOf(request);
    // A browser posts to the redirect pages without authentication and without a key.
    return header === undefined || !caller ? next.handle() : this.claimed(header, caller, request, next);
  }

  private async claimed(
    header: string | string[],
    caller: Authenticated,
    request: FastifyRequest,
    next: CallHandler,
  ): Promise<Observable<unknown>> {
    const key = readIdempotencyKey(header);
    if (typeof key !== 'string') throw new RefusalError(key);
    const place = { merchantId: merchantOf(caller), route: routeOfKey(caller, request.routeOptions.url), key };
    attachClaim(request, await this.idempotency.claim(place, digested(request, caller)));
    return next.handle();
  }
}
