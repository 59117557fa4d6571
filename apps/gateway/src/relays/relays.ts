import { Inject, Injectable } from '@nestjs/common';
import type { DataOf, Outgoing, Refusal, RelayOperation } from '@payorch/contracts';
import { isRefusal, outgoing, refuse, relayCheck, relayCreate, relayGet, relaySync } from '@payorch/contracts';
import { refundsWithoutCharge } from '@payorch/connectors/catalogue';
import type { MerchantConnectorId, MerchantId, RelayId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { RelayRequest } from '@payorch/rest';
import { ConnectorAccounts } from '../accounts';
import type { Sender } from '../auth';
import { type OutcomeLookup, OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { newIdFor } from '../request';
import { CardSealer } from '../sealing';
import { toUnreferencedRefund } from './domain/to-unreferenced-refund';
import { resourceIdOf, toRelayOperation } from './domain/to-relay-operation';

interface RelayIds {
  readonly merchantId: MerchantId;
  readonly relayId: RelayId;
}

const outcomeLookupOf = (ids: RelayIds): OutcomeLookup => ({
  query: outgoing(relayCheck, ids),
  ifNoReply: refuse('no_reply', { relay_id: ids.relayId }),
});

type Requested = Pick<DataOf<typeof relayCreate>, 'merchantId' | 'profileId' | 'reference' | 'operation'>;

const notSupportedBy = (connector: string): Refusal =>
  refuse('invalid_request', { message: `Connector ${connector} does not support unreferenced refund` });

const withoutProfile = refuse('missing_param', { field: 'profile_id' });

/** Sends requests about relays to their owner, the payments service, and returns its replies. */
@Injectable()
export class Relays {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'retrieve'>,
    @Inject(CardSealer) private readonly sealer: Pick<CardSealer, 'sealRecipient'>,
  ) {}

  /** Sends the processor at most one operation for a relay; a retry under the same idempotency key is the same relay. */
  async create(sent: RelayRequest, sender: Sender): OwnerReply {
    const { merchantId, profileId } = sender.merchant;
    if (profileId === null) return withoutProfile;
    const reference = resourceIdOf(sent);
    if (isRefusal(reference)) return reference;
    const operation = toRelayOperation(sent);
    if (isRefusal(operation)) return operation;
    return this.request({ merchantId, profileId, sent, reference, operation }, sender);
  }

  /** Sends money to a card without a charge, at a connector whose definition says that it can. */
  async refundWithoutCharge(sent: RelayRequest, sender: Sender): OwnerReply {
    const { merchantId, profileId } = sender.merchant;
    if (profileId === null) return withoutProfile;
    const requested = toUnreferencedRefund(sent, new Date());
    if (isRefusal(requested)) return requested;
    const account = await this.accounts.retrieve(merchantId, sent.connector_id);
    if (isRefusal(account)) return account;
    if (account.profileId !== profileId) return refuse('connector_account_not_found', { reason: sent.connector_id });
    if (!refundsWithoutCharge(account.connectorName)) return notSupportedBy(account.connectorName);
    const { reference, card, ...refund } = requested;
    const operation: RelayOperation = {
      type: 'unreferenced_refund',
      ...refund,
      ...this.sealer.sealRecipient(card, merchantId),
    };
    return this.request({ merchantId, profileId, sent, reference, operation }, sender);
  }

  private async request(
    { sent, ...requested }: Requested & { readonly sent: RelayRequest },
    sender: Sender,
  ): OwnerReply {
    const { merchantId } = requested;
    const relayId = newIdFor<RelayId>('relay', sender.trace);
    sender.trace.note?.({ relay_id: relayId });
    const merchantConnectorId = accountIdIn(sent);
    if (isRefusal(merchantConnectorId)) return merchantConnectorId;
    const command = outgoing(relayCreate, { ...requested, relayId, merchantConnectorId });
    return this.command(command, { merchantId, relayId }, sender);
  }

  async retrieve(id: string, forceSync: boolean, sender: Sender): OwnerReply {
    const { merchantId, profileId } = sender.merchant;
    if (profileId === null) return withoutProfile;
    if (!referenceIdPattern.test(id)) return refuse('relay_not_found');
    const ids = { merchantId, relayId: id as RelayId };
    if (forceSync) return this.command(outgoing(relaySync, ids), ids, sender);
    return this.owner.query(outgoing(relayGet, ids), sender);
  }

  private command(command: Outgoing, ids: RelayIds, sender: Sender): OwnerReply {
    return this.owner.command(command, requestContextOf(sender, 'processorCallMs'), outcomeLookupOf(ids));
  }
}

/** An id that no account can have is an unknown one; a message could not carry it. */
const accountIdIn = ({ connector_id: id }: RelayRequest): MerchantConnectorId | Refusal =>
  referenceIdPattern.test(id)
    ? (id as MerchantConnectorId)
    : refuse('connector_account_not_found', { reason: id.slice(0, 64) });
