import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallPipeline, noDetails } from '../../kit/calls/call-pipeline';
import { headerOf } from '../../kit/calls/callers';
import type { Endpoint, EndpointCalls } from '../../kit/calls/endpoints';
import { accountDigest } from '../../kit/ledger/account-digest';
import type { SandboxSettings } from '../../kit/settings';
import { sandboxSettings } from '../../kit/settings';
import type { Decision, ServerCall } from './authentication';
import { authenticate, noKey, preAuthenticate, resultOf } from './authentication';
import { Authentications, connector } from './authentications';

interface ServerEndpoint extends Endpoint {
  decide(call: ServerCall): Decision;
}

/** The requestor's interface of the 3DS server. */
export const endpoints: readonly ServerEndpoint[] = [
  { method: 'POST', path: 'preauth', kind: 'pre_authentication', decide: preAuthenticate },
  { method: 'POST', path: 'auth', kind: 'authentication', decide: authenticate },
  { method: 'POST', path: 'postauth', kind: 'authentication_lookup', decide: resultOf },
];

@Injectable()
export class ServerCalls implements EndpointCalls<ServerEndpoint> {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly authentications: Authentications,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  async run({ kind, decide }: ServerEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = headerOf(request, 'apikey');
    const details = { ...noDetails, connector, reference: headerOf(request, 'x-operation-id') ?? null };
    if (key === undefined) return this.pipeline.refuse(kind, details, reply, noKey);
    const account = accountDigest(key);
    // A requestor finds its own authentications only.
    const known = (id: string) => [this.authentications.find(id)].find((found) => found?.account === account);
    await this.pipeline.run({ kind, details, requestedFault: undefined }, reply, (_plan, fault) => {
      const { publicUrl } = this.settings;
      const { answer, authentication } = decide({ body: request.body, account, known, publicUrl });
      if (authentication) this.authentications.store(authentication, fault);
      return { answer };
    });
  }
}
