import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  type Refusal,
  refuse,
  routingAlgorithmCheck,
  routingAlgorithmCreate,
  routingAlgorithmGet,
  routingAlgorithmList,
  threeDsDecisionExecute,
  type TransactionType,
} from '@payorch/contracts';
import type { ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import type { RoutingConfigRequest, RoutingListQuery, ThreeDsDecisionRuleExecuteRequest } from '@payorch/rest';
import { RoutingSettingsStore } from '../accounts';
import type { Sender } from '../auth';
import { viewOf } from '../errors';
import { OwnerClient, type OwnerReply, requestContextOf, scopeOf } from '../owners';
import { newIdFor } from '../request';
import { aboutOf } from './domain/algorithm-id';
import { activeFor, type Operation } from './domain/algorithms-in-force';
import { pageOf } from './domain/page';
import { readRoutingRequest } from './domain/read-routing-request';
import { ruleInputsOf } from './domain/rule-inputs';
import { FreshSender, ownProfile } from './fresh-sender';

/** Sends requests about routing algorithms to their owner, the routing service, and returns its replies. */
@Injectable()
export class RoutingAlgorithms {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(FreshSender) private readonly fresh: FreshSender,
    @Inject(RoutingSettingsStore) private readonly settings: Pick<RoutingSettingsStore, 'retrieve'>,
  ) {}

  async create(sent: RoutingConfigRequest, operation: Operation, known: Sender): OwnerReply {
    const read = readRoutingRequest(sent, operation);
    if (isRefusal(read)) return read;
    const sender = await this.fresh.of(known);
    const profileId = ownProfile(read.profileId, sender);
    if (isRefusal(profileId)) return profileId;
    const about = {
      merchantId: sender.merchant.merchantId,
      algorithmId: newIdFor<RoutingAlgorithmId>('routing', sender.trace),
    };
    return this.owner.command(
      outgoing(routingAlgorithmCreate, { ...read, ...about, profileId }),
      requestContextOf(sender, 'noProcessorCallMs'),
      { query: outgoing(routingAlgorithmCheck, about), ifNoReply: refuse('no_reply') },
    );
  }

  /** `only`: records for this use; null: for every use. */
  async list(
    { profile_id: named, ...page }: RoutingListQuery,
    only: TransactionType | null,
    sender: Sender,
  ): OwnerReply {
    const profileId = await this.profileNamed(named, sender);
    if (isRefusal(profileId)) return profileId;
    const activeId = await this.activeId(profileId ?? sender.merchant.account.defaultProfileId, only, sender);
    const query = {
      merchantId: sender.merchant.merchantId,
      profileId,
      ...pageOf(page),
      ...(only && { algorithmFor: only }),
      ...(activeId && { activeId }),
    };
    return this.owner.query(outgoing(routingAlgorithmList, query), sender);
  }

  /** The records of one profile: the named one, else the one that the caller's requests belong to. */
  async listOfProfile(
    query: RoutingListQuery,
    only: TransactionType | null,
    sender: Sender,
  ): Promise<object | Refusal> {
    const scope = query.profile_id ? { profileId: query.profile_id } : scopeOf({ ...sender, of: 'profile' });
    if (isRefusal(scope)) return scope;
    const reply = await this.list({ ...query, profile_id: scope.profileId }, only, sender);
    return viewOf(reply, (dictionary) => (JSON.parse(dictionary.toString()) as { records: object }).records);
  }

  async retrieve(id: string, sender: Sender): OwnerReply {
    const about = aboutOf(id, sender.merchant);
    return isRefusal(about) ? about : this.owner.query(outgoing(routingAlgorithmGet, about), sender);
  }

  /** Executes a stored 3DS decision rule. Nothing is stored, and no payment changes. */
  async decideThreeDs(sent: ThreeDsDecisionRuleExecuteRequest, sender: Sender): OwnerReply {
    const about = aboutOf(sent.routing_id, sender.merchant);
    if (isRefusal(about)) return about;
    const inputs = ruleInputsOf(sent);
    if (isRefusal(inputs)) return inputs;
    return this.owner.query(outgoing(threeDsDecisionExecute, { ...about, inputs }), sender);
  }

  /** The profile that a list is limited to; null: every profile of the merchant. */
  private async profileNamed(named: string | null | undefined, sender: Sender): Promise<ProfileId | null | Refusal> {
    if (typeof named === 'string') return ownProfile(named, await this.fresh.of(sender));
    return sender.merchant.profileId;
  }

  /** Undefined also where the profile was deleted a moment ago. */
  private async activeId(
    profileId: ProfileId | null,
    only: TransactionType | null,
    { merchant }: Sender,
  ): Promise<RoutingAlgorithmId | undefined> {
    if (profileId === null) return undefined;
    const routing = await this.settings.retrieve(merchant.merchantId, profileId);
    return isRefusal(routing) ? undefined : activeFor(routing.state, only ?? 'payment')?.algorithmId;
  }
}
