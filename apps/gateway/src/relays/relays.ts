import { Inject, Injectable } from '@nestjs/common';
import type { Outgoing, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, refuse, relayCheck, relayCreate, relayGet, relaySync } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, RelayId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { RelayRequest } from '@payorch/rest';
import { ConnectorAccounts } from '../accounts';
import type { Sender } from '../auth';
import { type OutcomeLookup, OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { newIdFor } from '../request';
import { checkUnreferencedRefund } from './domain/check-unreferenced-refund';
import { resourceIdOf, toRelayOperation } from './domain/to-relay-operation';

interface RelayIds {
  readonly merchantId: MerchantId;
  readonly relayId: RelayId;
}

const outcomeLookupOf = (ids: RelayIds): OutcomeLookup => ({
  query: outgoing(relayCheck, ids),
  ifNoReply: refuse('no_reply', { relay_id: ids.relayId }),
});

const withoutProfile = refuse('missing_param', { field: 'profile_id' });

/** Sends requests about relays to their owner, the payments service, and returns its replies. */
@Injectable()
export class Relays {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'retrieve'>,
  ) {}

  /** Sends the processor at most one operation for a relay; a retry under the same idempotency key is the same relay. */
  async create(sent: RelayRequest, sender: Sender): OwnerReply {
    const { merchantId, profileId } = sender.merchant;
    if (profileId === null) return withoutProfile;
    const reference = resourceIdOf(sent);
    if (isRefusal(reference)) return reference;
    const operation = toRelayOperation(sent);
    if (isRefusal(operation)) return operation;
    const relayId = newIdFor<RelayId>('relay', sender.trace);
    sender.trace.note?.({ relay_id: relayId });
    const merchantConnectorId = accountIdIn(sent);
    if (isRefusal(merchantConnectorId)) return merchantConnectorId;
    const command = { merchantId, relayId, profileId, merchantConnectorId, reference, operation };
    return this.command(outgoing(relayCreate, command), { merchantId, relayId }, sender);
  }

  /** No connector refunds without a charge: the request is checked, and refused in the interface's own words. */
  async refuseUnreferencedRefund(sent: RelayRequest, { merchant }: Sender): Promise<Refusal> {
    const { merchantId, profileId } = merchant;
    if (profileId === null) return withoutProfile;
    const refused = checkUnreferencedRefund(sent);
    if (refused) return refused;
    const account = await this.accounts.retrieve(merchantId, sent.connector_id);
    if (isRefusal(account)) return account;
    if (account.profileId !== profileId) return refuse('connector_account_not_found', { reason: sent.connector_id });
    const message = `Connector ${account.connectorName} does not support unreferenced refund`;
    return refuse('invalid_request', { message });
  }

  async retrieve(id: string, forceSync: boolean, sender: Sender): OwnerReply {
    const { merchantId, profileId } = sender.merchant;
    if (profileId === null) return withoutProfile;
    if (!referenceIdPattern.test(id)) return refuse('relay_not_found');
    const ids = { merchantId, relayId: id as RelayId };
    if (forceSync) return this.command(outgoing(relaySync, ids), ids, sender);
    return this.owner.query(outgoing(relayGet, ids), requestContextOf(sender, 'noProcessorCallMs'));
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
