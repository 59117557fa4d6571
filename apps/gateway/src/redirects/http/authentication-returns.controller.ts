import { Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { redirectTokenParameter, type Refusal } from '@payorch/contracts';
import type { FastifyReply } from 'fastify';
import { type RequestTrace, Trace } from '../../request';
import { AuthenticationReturns } from '../authentication-returns';

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
    const sent = (query as Readonly<Record<string, unknown>> | null)?.[redirectTokenParameter];
    const token = typeof sent === 'string' ? sent : undefined;
    const answer = await this.returns.complete({ merchantId, authenticationId, token }, trace);
    if ('kind' in answer) return answer;
    if ('body' in answer) {
      void reply.status(200).headers(answer.headers).send(answer.body);
      return undefined;
    }
    const headers = { location: answer.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    void reply.status(302).headers(headers).send();
    return undefined;
  }
}
