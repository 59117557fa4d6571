import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import {
  authenticationReturn,
  authenticationReturned,
  AuthenticationTokens,
  outgoing,
  refuse,
  withReturnParameters,
} from '@payorch/contracts';
import type { AuthenticationId, MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { randomBytes } from 'node:crypto';
import type { GatewayConfig } from '../config';
import { isMerchantUrl } from '../fields';
import { OwnerClient } from '../owners';
import type { RequestTrace } from '../request';
import { configToken } from '../tokens';
import { neutralPage } from './pages/neutral-page';
import type { Page } from './pages/page';

export interface AuthenticationInPath {
  readonly merchantId: string;
  readonly authenticationId: string;
  /** The token of the query. */
  readonly token: string | undefined;
}

/** Sends customers back to the merchant after a challenge without a payment. */
@Injectable()
export class AuthenticationReturns {
  private readonly tokens: AuthenticationTokens;

  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command'>,
    @Inject(configToken) { redirectSecrets }: Pick<GatewayConfig, 'redirectSecrets'>,
  ) {
    this.tokens = new AuthenticationTokens(redirectSecrets);
  }

  /** The merchant's address with the id and the status: the browser's form is not read, and the proof never leaves. */
  async complete(path: AuthenticationInPath, trace: RequestTrace): Promise<URL | Page | Refusal> {
    const ids = {
      merchantId: path.merchantId as MerchantId,
      authenticationId: path.authenticationId as AuthenticationId,
    };
    const areIds = Object.values(ids).every((id) => referenceIdPattern.test(id));
    if (!areIds || !this.tokens.isOf(ids, path.token)) return neutralPage(randomBytes(16).toString('base64'));
    const command = outgoing(authenticationReturn, ids);
    // A second delivery only asks the 3DS server again: so the command is its own lookup.
    const lookup = { query: command, ifNoReply: refuse('no_reply', { authentication_id: ids.authenticationId }) };
    const answer = await this.owner.command(command, { trace, timeout: 'processorCallMs' }, lookup);
    if (!Buffer.isBuffer(answer)) return answer;
    const { returnUrl, status } = authenticationReturned.parse(JSON.parse(answer.toString()));
    if (returnUrl === null || !isMerchantUrl(returnUrl)) return refuse('missing_param', { field: 'return_url' });
    return withReturnParameters(returnUrl, [
      ['status', status],
      ['authentication_id', ids.authenticationId],
    ]);
  }
}
