import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  type Outgoing,
  type Refusal,
  refuse,
  routingAlgorithmCheck,
  routingAlgorithmCreate,
  routingAlgorithmGet,
  routingAlgorithmList,
  threeDsDecisionExecute,
} from '@payorch/contracts';
import { type ProfileId, referenceIdPattern, type RoutingAlgorithmId } from '@payorch/kernel';
import type { RoutingConfigRequest, RoutingListQuery, ThreeDsDecisionRuleExecuteRequest } from '@payorch/rest';
import { Profiles } from '../accounts';
import type { Sender } from '../auth';
import { OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { newIdFor } from '../request';
import { pageOf } from './domain/page';
import { readRoutingRequest } from './domain/read-routing-request';
import { ruleInputsOf } from './domain/rule-inputs';

const notFound = refuse('routing_algorithm_not_found');

/** Sends requests about routing algorithms to their owner, the routing service, and returns its replies. */
@Injectable()
export class RoutingAlgorithms {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
  ) {}

  async create(sent: RoutingConfigRequest, sender: Sender): OwnerReply {
    const read = readRoutingRequest(sent);
    if (isRefusal(read)) return read;
    const profileId = await this.ownProfile(read.profileId, sender);
    if (isRefusal(profileId)) return profileId;
    if (!('algorithmFor' in read)) return read.algorithm;
    const { name, description, algorithm, algorithmFor } = read;
    const about = {
      merchantId: sender.merchant.merchantId,
      algorithmId: newIdFor<RoutingAlgorithmId>('routing', sender.trace),
    };
    const command = { ...about, profileId, name, description, algorithm, algorithmFor };
    return this.owner.command(
      outgoing(routingAlgorithmCreate, command),
      requestContextOf(sender, 'noProcessorCallMs'),
      { query: outgoing(routingAlgorithmCheck, about), ifNoReply: refuse('no_reply') },
    );
  }

  async list({ profile_id: named, ...page }: RoutingListQuery, sender: Sender): OwnerReply {
    const { merchantId, profileId: only } = sender.merchant;
    const profileId = typeof named === 'string' ? await this.ownProfile(named, sender) : only;
    if (isRefusal(profileId)) return profileId;
    return this.query(outgoing(routingAlgorithmList, { merchantId, profileId, ...pageOf(page) }), sender);
  }

  async retrieve(id: string, sender: Sender): OwnerReply {
    const about = aboutOf(id, sender);
    return isRefusal(about) ? about : this.query(outgoing(routingAlgorithmGet, about), sender);
  }

  /** Executes a stored 3DS decision rule. Nothing is stored, and no payment changes. */
  async decideThreeDs(sent: ThreeDsDecisionRuleExecuteRequest, sender: Sender): OwnerReply {
    const about = aboutOf(sent.routing_id, sender);
    if (isRefusal(about)) return about;
    const inputs = ruleInputsOf(sent);
    if (isRefusal(inputs)) return inputs;
    return this.query(outgoing(threeDsDecisionExecute, { ...about, inputs }), sender);
  }

  private query(query: Outgoing, sender: Sender): OwnerReply {
    return this.owner.query(query, requestContextOf(sender, 'noProcessorCallMs'));
  }

  /** A profile of the merchant. With `X-Profile-Id` there is no other one. */
  private async ownProfile(id: string, { merchant }: Sender): Promise<ProfileId | Refusal> {
    if (merchant.profileId !== null && merchant.profileId !== id) return refuse('profile_not_found', { id });
    const profile = await this.profiles.retrieve(merchant.merchantId, id);
    return isRefusal(profile) ? profile : profile.profileId;
  }
}

/** An id that no algorithm can have is an unknown one; a message could not carry it. */
const aboutOf = (id: string, { merchant: { merchantId } }: Sender) =>
  referenceIdPattern.test(id) ? { merchantId, algorithmId: id as RoutingAlgorithmId } : notFound;
