import { Body, Controller, Headers, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CallPipeline, noDetails } from '../../kit/calls/call-pipeline';
import type { CallKind } from '../../kit/faults/fault-registry';
import { accountDigest } from '../../kit/ledger/account-digest';
import type { SandboxSettings } from '../../kit/settings';
import { sandboxSettings } from '../../kit/settings';
import type { Decision } from './authentication';
import { authenticate, noKey, preAuthenticate, resultOf } from './authentication';
import { Authentications, connector } from './authentications';

interface Sent {
  readonly apikey?: string;
  readonly 'x-operation-id'?: string;
}

/** The requestor's interface of the 3DS server. */
@Controller()
export class ServerController {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly authentications: Authentications,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  @Post('preauth')
  preAuthenticate(@Body() body: unknown, @Headers() headers: Sent, @Res() reply: FastifyReply): Promise<void> {
    return this.run('pre_authentication', headers, reply, (account) =>
      preAuthenticate(body, account, this.settings.publicUrl),
    );
  }

  @Post('auth')
  authenticate(@Body() body: unknown, @Headers() headers: Sent, @Res() reply: FastifyReply): Promise<void> {
    return this.run('authentication', headers, reply, (account) =>
      authenticate(this.knownTo(account), body, this.settings.publicUrl),
    );
  }

  @Post('postauth')
  result(@Body() body: unknown, @Headers() headers: Sent, @Res() reply: FastifyReply): Promise<void> {
    return this.run('authentication_lookup', headers, reply, (account) =>
      resultOf(this.knownTo(account), body, this.settings.publicUrl),
    );
  }

  /** A requestor finds its own authentications only. */
  private knownTo(account: string) {
    return (id: string) => {
      const found = this.authentications.find(id);
      return found?.account === account ? found : undefined;
    };
  }

  private async run(
    kind: CallKind,
    { apikey, 'x-operation-id': operation }: Sent,
    reply: FastifyReply,
    decide: (account: string) => Decision,
  ): Promise<void> {
    const details = { ...noDetails, connector, reference: operation ?? null };
    if (!apikey) return this.pipeline.refuse(kind, details, reply, noKey);
    await this.pipeline.run({ kind, details, requestedFault: undefined }, reply, (_plan, fault) => {
      const { answer, authentication } = decide(accountDigest(apikey));
      if (authentication) this.authentications.store(authentication, fault);
      return { answer };
    });
  }
}
