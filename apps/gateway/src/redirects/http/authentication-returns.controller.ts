import { Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import type { FastifyReply } from 'fastify';
import { type RequestTrace, Trace } from '../../request';
import { AuthenticationReturns } from '../authentication-returns';
import { redirectTokenIn, sendOnward, sendPage } from './returns';

interface ReturnParams {
  readonly merchant_id: string;
  readonly authentication_id: string;
}

const path = ':merchant_id/:authentication_id/redirect';

/** The return from a challenge without a payment: the token in the query is the browser's only credential. */
@Controller('authentication')
export class AuthenticationReturnsController {
  constructor(@Inject(AuthenticationReturns) private readonly returns: AuthenticationReturns) {}

  @Get(path)
  returnByGet(
    @Param() params: ReturnParams,
    @Query() query: unknown,
    @Trace() trace: RequestTrace,
    @Res() reply: FastifyReply,
  ): Promise<Refusal | undefined> {
    return this.complete(params, query, trace, reply);
  }

  @Post(path)
  returnByPost(
    @Param() params: ReturnParams,
    @Query() query: unknown,
    @Trace() trace: RequestTrace,
    @Res() reply: FastifyReply,
  ): Promise<Refusal | undefined> {
    return this.complete(params, query, trace, reply);
  }

  private async complete(
    { merchant_id: merchantId, authentication_id: authenticationId }: ReturnParams,
    query: unknown,
    trace: RequestTrace,
    reply: FastifyReply,
  ): Promise<Refusal | undefined> {
    const token = redirectTokenIn(query);
    const answer = await this.returns.complete({ merchantId, authenticationId, token }, trace);
    if ('kind' in answer) return answer;
    if ('body' in answer) sendPage(reply, answer);
    else sendOnward(reply, answer.href);
    return undefined;
  }
}
