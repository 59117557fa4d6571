import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { OrganizationId } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import { callerOf } from './caller-of';

/** The organization to which a request on a route of the operator is limited: that of the platform; undefined for the operator. */
export const OfOrganization = createParamDecorator(
  (_: unknown, context: ExecutionContext): OrganizationId | undefined => {
    const caller = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    return caller && caller.kind !== 'admin' ? caller.account.organizationId : undefined;
  },
);
