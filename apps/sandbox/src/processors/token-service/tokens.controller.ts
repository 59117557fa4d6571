import { Body, Controller, Delete, Headers, Param, Post, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CallPipeline, noDetails } from '../../kit/calls/call-pipeline';
import type { CallKind } from '../../kit/faults/fault-registry';
import { accountDigest } from '../../kit/ledger/account-digest';
import { NetworkTokens } from '../../kit/network-tokens/network-tokens';
import { cardIn, cryptogramOf, type Decision, deleteToken, noKey, provisionToken } from './decide-token';
import { testKeys } from './test-key';

export const urlPrefix = 'token-service';

interface Call {
  readonly kind: CallKind;
  readonly reference: string;
  readonly authorization: string | undefined;
  /** Of a provision. The ledger shows its last digits. */
  readonly card?: string | null;
}

/** The interface of docs/token-service.md. */
@Controller(`${urlPrefix}/v1/tokens/:reference`)
export class TokensController {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly tokens: NetworkTokens,
  ) {}

  @Put()
  provision(
    @Param('reference') reference: string,
    @Body() body: unknown,
    @Headers('authorization') authorization: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const plain = cardIn(body, reference, testKeys);
    const call = { kind: 'token_provision', reference, authorization, card: plain?.number ?? null } as const;
    return this.run(call, reply, (account) =>
      provisionToken(this.tokens.find(account, reference), { account, reference }, plain),
    );
  }

  @Post('cryptograms')
  cryptogram(
    @Param('reference') reference: string,
    @Body() body: unknown,
    @Headers('authorization') authorization: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.run({ kind: 'token_cryptogram', reference, authorization }, reply, (account) =>
      cryptogramOf(this.tokens.find(account, reference), body, (token, id) => this.tokens.newCryptogram(token, id)),
    );
  }

  @Delete()
  delete(
    @Param('reference') reference: string,
    @Headers('authorization') authorization: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.run({ kind: 'token_deletion', reference, authorization }, reply, (account) =>
      deleteToken(this.tokens.find(account, reference), { account, reference }),
    );
  }

  private async run(
    { kind, reference, authorization, card = null }: Call,
    reply: FastifyReply,
    decide: (account: string) => Decision,
  ): Promise<void> {
    const details = { ...noDetails, connector: 'token_service', reference, card };
    if (!authorization?.startsWith('Bearer ')) return this.pipeline.refuse(kind, details, reply, noKey);
    await this.pipeline.run({ kind, details, requestedFault: undefined }, reply, (_plan, fault) => {
      const { answer, token } = decide(accountDigest(authorization));
      if (token) this.tokens.store(token, fault);
      return { answer };
    });
  }
}
