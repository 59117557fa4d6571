import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { senderOf } from '../../auth';
import type { ScopedSender } from '../../owners';

const isOfProfile = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => url.split('/').includes('profile');

/** The caller of a list: of one profile where the route's path has the segment `profile`, else of the whole merchant. */
export const ForList = createParamDecorator((_: unknown, context: ExecutionContext): ScopedSender => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ...senderOf(request), of: isOfProfile(request) ? 'profile' : 'merchant' };
});
