import type { Type } from '@nestjs/common';
import { Controller, Inject, Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallKind } from '../faults/fault-registry';

/** One row of a processor's table of endpoints. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix: `payments/:id/capture`. */
  readonly path: string;
  readonly kind: CallKind;
}

/** Runs the calls of a processor's endpoints. */
export interface EndpointCalls<E extends Endpoint> {
  run(endpoint: E, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** The parameter of a path, like the id of the object. */
export const pathParam = ({ params }: FastifyRequest, name: string): string =>
  (params as Readonly<Record<string, string | undefined>>)[name] ?? '';

/** The controller of a table of endpoints: each row is served by `calls`. */
export function endpointsController<E extends Endpoint>(
  prefix: string,
  endpoints: readonly E[],
  calls: Type<EndpointCalls<E>>,
): Type {
  @Controller(prefix)
  class EndpointsController {
    constructor(@Inject(calls) readonly calls: EndpointCalls<E>) {}
  }
  const { prototype } = EndpointsController;
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    const name = `${method} ${path}`;
    const value = function (this: EndpointsController, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      return this.calls.run(endpoint, request, reply);
    };
    Object.defineProperty(prototype, name, { value });
    RequestMapping({ path, method: RequestMethod[method] })(prototype, name, { value });
    Req()(prototype, name, 0);
    Res()(prototype, name, 1);
  }
  return EndpointsController;
}
