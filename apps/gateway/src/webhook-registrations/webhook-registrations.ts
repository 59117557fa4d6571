import { Inject, Injectable } from '@nestjs/common';
import {
  connectorRegisterWebhook,
  isRefusal,
  outgoing,
  type ProcessorError,
  type Refusal,
  refuse,
  type WebhookRegistration,
  webhookRegistration,
} from '@payorch/contracts';
import type { ConnectorWebhookRegisterRequest } from '@payorch/rest';
import { type ConnectorAccount, ConnectorAccounts } from '../accounts';
import type { AuthenticatedMerchant, Sender } from '../auth';
import type { ViewedChange } from '../idempotency';
import { Limits } from '../limits';
import { OwnerClient, requestContextOf } from '../owners';

/** failed: the processor refused, and nothing changed. */
export type RegistrationResult =
  | { readonly kind: 'registered'; readonly endpointId: string }
  | { readonly kind: 'failed'; readonly error: ProcessorError };

/** Registrations of one account at the same time: each further attempt knows the endpoint that the other one stored. */
const maxAttempts = 3;

const registered = ({ webhookEndpointId }: ConnectorAccount): RegistrationResult => ({
  kind: 'registered',
  endpointId: webhookEndpointId ?? '',
});

/**
 * Has a worker register an account's own URL at its processor, and stores the endpoint and the secret of its webhooks. The secret
 * leaves this service with no answer. A repeated registration changes the endpoint that there is.
 */
@Injectable()
export class WebhookRegistrations {
  constructor(
    @Inject(OwnerClient) private readonly workers: Pick<OwnerClient, 'query'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'retrieve' | 'storeWebhookEndpoint'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'credentialCheck'>,
  ) {}

  async register(
    id: string,
    { event_type: eventType }: ConnectorWebhookRegisterRequest,
    sender: Sender,
    change: ViewedChange<RegistrationResult>,
  ): Promise<RegistrationResult | Refusal> {
    const refused = checkEventType(eventType);
    if (refused) return refused;
    const { merchantId } = sender.merchant;
    for (let attempt = 1; ; attempt++) {
      const account = await this.accountOf(sender.merchant, id);
      if (isRefusal(account)) return account;
      const over = await this.limits.credentialCheck(merchantId);
      if (over) return over;
      const result = await this.registerAs(account, sender, change);
      const isConflict = isRefusal(result) && result.code === 'verification_failed';
      if (!isConflict || attempt === maxAttempts) return result;
    }
  }

  /** The account, whose endpoint a registration stored. */
  list(merchant: AuthenticatedMerchant, id: string): Promise<ConnectorAccount | Refusal> {
    return this.accountOf(merchant, id);
  }

  private async registerAs(
    account: ConnectorAccount,
    sender: Sender,
    change: ViewedChange<RegistrationResult>,
  ): Promise<RegistrationResult | Refusal> {
    const { merchantId, merchantConnectorId, connectorName, webhookEndpointId: knownEndpointId } = account;
    const query = outgoing(connectorRegisterWebhook, {
      merchantId,
      account: { merchantConnectorId, connector: connectorName },
      knownEndpointId,
    });
    const reply = await this.workers.query(query, requestContextOf(sender, 'processorCallMs'));
    if (isRefusal(reply)) return reply;
    const answer = webhookRegistration.parse(JSON.parse(reply.toString()));
    if (answer.kind === 'refused') return { kind: 'failed', error: answer.error };
    if (answer.kind !== 'registered') return refusalOf(answer, connectorName);
    const { endpointId, secret } = answer;
    if (secret === null) return { kind: 'registered', endpointId };
    const { view, ...trace } = change;
    const stored = await this.accounts.storeWebhookEndpoint(
      merchantId,
      merchantConnectorId,
      { knownEndpointId, endpointId, secret },
      { ...trace, ...(view && { view: (updated) => view(registered(updated)) }) },
    );
    return isRefusal(stored) ? stored : registered(stored);
  }

  /** A merchant that is limited to the profile of its header has no accounts of others. */
  private async accountOf(
    { merchantId, profileId }: AuthenticatedMerchant,
    id: string,
  ): Promise<ConnectorAccount | Refusal> {
    const account = await this.accounts.retrieve(merchantId, id);
    if (isRefusal(account)) return account;
    const isOwn = profileId === null || account.profileId === profileId;
    return isOwn ? account : refuse('connector_account_not_found', { reason: id });
  }
}

/** Every event that changes a payment is read: an endpoint without some of them would leave outcomes to the sync schedule. */
function checkEventType(eventType: ConnectorWebhookRegisterRequest['event_type']): Refusal | undefined {
  if (eventType === undefined || eventType === null || eventType === 'all_events') return undefined;
  return refuse('not_implemented', { message: 'event_type.specific_event is not implemented', path: 'event_type' });
}

function refusalOf({ kind }: WebhookRegistration, connector: string): Refusal {
  switch (kind) {
    case 'not_supported':
      return refuse('flow_not_supported', { flow: 'Connector webhook registration', connector });
    case 'unusable':
      return refuse('connector_config_invalid', { config: 'connector_account_details' });
    default:
      return refuse('no_reply');
  }
}
