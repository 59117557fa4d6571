import { Inject, Injectable } from '@nestjs/common';
import { definitionOf, isAvailable } from '@payorch/connectors/catalogue';
import {
  connectorVerifyCredentials,
  credentialsVerdict,
  type CredentialsVerdict,
  isRefusal,
  outgoing,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { ConnectorVerifyRequest } from '@payorch/rest';
import { ConnectorSecretsSealer, readCredentials } from '../accounts';
import type { Sender } from '../auth';
import type { GatewayConfig } from '../config';
import { Limits } from '../limits';
import { OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { configToken } from '../tokens';

/** Has a worker ask a processor whether it accepts credentials. Nothing is stored; only the worker opens them. */
@Injectable()
export class CredentialChecks {
  constructor(
    @Inject(OwnerClient) private readonly workers: Pick<OwnerClient, 'query'>,
    @Inject(ConnectorSecretsSealer) private readonly sealer: Pick<ConnectorSecretsSealer, 'credentials'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'credentialCheck'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'testConnectors'>,
  ) {}

  /** An empty reply for accepted credentials. */
  async verify(sent: ConnectorVerifyRequest, sender: Sender): OwnerReply {
    const { connector_name: connector, connector_account_details: details } = sent;
    const definition = definitionOf(connector);
    if (!definition || !isAvailable(definition, this.config.testConnectors)) return refuse('connector_not_found');
    const credentials = readCredentials(details, definition.credentials);
    if (isRefusal(credentials)) return credentials;
    const { merchantId } = sender.merchant;
    const over = await this.limits.credentialCheck(merchantId);
    if (over) return over;
    // No account has the id: the seal opens for this query alone.
    const reference = newId<MerchantConnectorId>('verify');
    const { sealed } = this.sealer.credentials({ merchantId, merchantConnectorId: reference }, credentials);
    const query = outgoing(connectorVerifyCredentials, { merchantId, connector, reference, sealedCredentials: sealed });
    const reply = await this.workers.query(query, requestContextOf(sender, 'processorCallMs'));
    if (isRefusal(reply)) return reply;
    return refusalOf(credentialsVerdict.parse(JSON.parse(reply.toString())), connector) ?? Buffer.alloc(0);
  }
}

function refusalOf(verdict: CredentialsVerdict, connector: string): Refusal | undefined {
  switch (verdict.kind) {
    case 'verified':
      return undefined;
    case 'refused':
      return refuse('invalid_request', { message: verdict.error.reason ?? verdict.error.message });
    case 'unusable':
      return refuse('invalid_request', { message: 'The auth type is invalid for the connector' });
    case 'not_supported':
      return refuse('flow_not_supported', { flow: 'Verify credentials', connector });
    case 'unanswered':
      return refuse('no_reply');
  }
}
