import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import { validBody } from './body';
import { JsonDocument, emptyBody } from './json';
import { validQuery } from './query';
import { isDto } from './validation.pipe';

type Dto = new () => object;
interface Inputs {
  readonly body: Dto | undefined;
  readonly mayLackBody: boolean;
  readonly query: Dto | undefined;
}

const optionalBodyKey = 'payorch:optional-body';

/** The route accepts a request without a body, as if the body were `{}`. */
export const OptionalBody = () => SetMetadata(optionalBodyKey, true);
export const mayLackBody = (handler: object): boolean => Reflect.getMetadata(optionalBodyKey, handler) === true;

const emptyObject = new JsonDocument('{}', {}, false);
const bodyOrEmpty = (body: unknown): unknown => (body === undefined || body === emptyBody ? emptyObject : body);

/**
 * Validates body and query before authentication: the interface reports an invalid body also to callers without a key,
 * and Nest runs guards before pipes. Register this guard first; the pipe then passes its result on.
 */
@Injectable()
export class BodyBeforeKeyGuard implements CanActivate {
  private readonly known = new Map<object, Inputs>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { body, query, mayLackBody } = this.inputsOf(context);
    if (body) request.body = validBody(mayLackBody ? bodyOrEmpty(request.body) : request.body, body);
    if (query) request.query = validQuery(request.query, query);
    return true;
  }

  private inputsOf(context: ExecutionContext): Inputs {
    const known = this.known.get(context.getHandler());
    if (known) return known;
    const inputs = {
      body: declared(context, RouteParamtypes.BODY),
      query: declared(context, RouteParamtypes.QUERY),
      mayLackBody: mayLackBody(context.getHandler()),
    };
    this.known.set(context.getHandler(), inputs);
    return inputs;
  }
}

/** The class of the handler's whole body or query. */
function declared(context: ExecutionContext, kind: RouteParamtypes): Dto | undefined {
  const controller = context.getClass();
  const method = context.getHandler().name;
  const params = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { readonly index: number; readonly data?: unknown }
  >;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as
    | unknown[]
    | undefined;
  const entry = Object.entries(params).find(([key, { data }]) => key.startsWith(`${kind}:`) && data === undefined);
  const type = entry && types?.[entry[1].index];
  return isDto(type) ? type : undefined;
}
