import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallPipeline, noDetails } from '../../kit/calls/call-pipeline';
import type { Endpoint, EndpointCalls } from '../../kit/calls/endpoints';
import { pathParam } from '../../kit/calls/endpoints';
import { accountDigest } from '../../kit/ledger/account-digest';
import { NetworkTokens } from '../../kit/network-tokens/network-tokens';
import {
  cardIn,
  cryptogramOf,
  type Decision,
  deleteToken,
  noKey,
  provisionToken,
  type TokenCall,
} from './decide-token';
import { testKeys } from './test-key';

export const urlPrefix = 'token-service';

interface TokenEndpoint extends Endpoint {
  decide(call: TokenCall): Decision;
}

const path = 'v1/tokens/:reference';
/** The interface of docs/token-service.md. */
export const endpoints: readonly TokenEndpoint[] = [
  { method: 'PUT', path, kind: 'token_provision', decide: provisionToken },
  { method: 'POST', path: `${path}/cryptograms`, kind: 'token_cryptogram', decide: cryptogramOf },
  { method: 'DELETE', path, kind: 'token_deletion', decide: deleteToken },
];

@Injectable()
export class TokenCalls implements EndpointCalls<TokenEndpoint> {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly tokens: NetworkTokens,
  ) {}

  async run({ kind, decide }: TokenEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { body, headers } = request;
    const reference = pathParam(request, 'reference');
    // The ledger shows the last digits of the card.
    const card = kind === 'token_provision' ? cardIn(body, reference, testKeys) : undefined;
    const details = { ...noDetails, connector: 'token_service', reference, card: card?.number ?? null };
    if (!headers.authorization?.startsWith('Bearer ')) return this.pipeline.refuse(kind, details, reply, noKey);
    const account = accountDigest(headers.authorization);
    await this.pipeline.run({ kind, details, requestedFault: undefined }, reply, (_plan, fault) => {
      const known = this.tokens.find(account, reference);
      const newCryptogram = this.tokens.newCryptogram.bind(this.tokens);
      const { answer, token } = decide({ named: { account, reference }, known, body, card, newCryptogram });
      if (token) this.tokens.store(token, fault);
      return { answer };
    });
  }
}
