import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  type Refusal,
  refuse,
  routingEvaluate,
  routingFeedback,
  routingRuleEvaluate,
} from '@payorch/contracts';
import { type MerchantId, type ProfileId, referenceIdPattern, type RoutingAlgorithmId } from '@payorch/kernel';
import type { OpenRouterDecideGatewayRequest, RoutingEvaluateRequest, UpdateScorePayload } from '@payorch/rest';
import { chooseProfile, type Sender } from '../auth';
import { CardFacts } from '../cards';
import { OwnerClient, type OwnerReply } from '../owners';
import { readEvaluation } from './domain/read-evaluation';
import { readFeedback } from './domain/read-feedback';
import { readParameters } from './domain/read-parameters';

/** Sends requests about payments that are made elsewhere, or not at all, to routing, and returns its replies. */
@Injectable()
export class RoutingEvaluations {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(CardFacts) private readonly cards: Pick<CardFacts, 'of'>,
  ) {}

  async evaluate(sent: OpenRouterDecideGatewayRequest, sender: Sender): OwnerReply {
    const owner = ownerOf(sent, sender);
    if (isRefusal(owner)) return owner;
    const { cardIsin } = sent.paymentInfo;
    const read = readEvaluation(sent, cardIsin === '' ? null : await this.cards.of(cardIsin));
    if (isRefusal(read)) return read;
    return this.owner.query(outgoing(routingEvaluate, { ...owner, ...read }), sender);
  }

  async evaluateRule(sent: RoutingEvaluateRequest, sender: Sender): OwnerReply {
    const { merchantId } = sender.merchant;
    const facts = readParameters(sent.parameters);
    if (isRefusal(facts)) return facts;
    const by = evaluatedBy(sent.created_by, sender);
    if (isRefusal(by)) return by;
    const fallback = sent.fallback_output.map(({ gateway_name: connector, gateway_id: merchantConnectorId }) => ({
      connector,
      merchantConnectorId,
    }));
    const query = { merchantId, by, paymentId: sent.payment_id ?? null, facts, fallback };
    return this.owner.query(outgoing(routingRuleEvaluate, query), sender);
  }

  /** Without a reply the merchant reports again: an outcome counts once. */
  async report(sent: UpdateScorePayload, sender: Sender): OwnerReply {
    const owner = ownerOf(sent, sender);
    if (isRefusal(owner)) return owner;
    const read = readFeedback(sent);
    if (isRefusal(read)) return read;
    return this.owner.query(outgoing(routingFeedback, { ...owner, ...read }), sender);
  }
}

interface Owner {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
}

/** The caller, whom the request has to name, with the profile of the request. */
function ownerOf({ merchantId: sent }: { readonly merchantId: string }, { merchant }: Sender): Owner | Refusal {
  const { account, merchantId, profileId: named } = merchant;
  if (sent !== merchantId) return refuse('merchant_not_found');
  const profileId = chooseProfile(account, { profileId: named });
  return isRefusal(profileId) ? profileId : { merchantId, profileId };
}

/** `created_by` names a profile of the merchant, or else an algorithm. An id that no algorithm can have is an unknown one. */
function evaluatedBy(id: string, { merchant: { account, profileId: only } }: Sender) {
  const profile = account.profiles.find(({ profileId }) => profileId === id);
  if (profile && (only === null || only === id)) return { kind: 'profile', profileId: profile.profileId } as const;
  if (profile) return refuse('profile_not_found', { id });
  return referenceIdPattern.test(id)
    ? ({ kind: 'algorithm', algorithmId: id as RoutingAlgorithmId } as const)
    : refuse('routing_algorithm_not_found');
}
