import { Inject, Injectable } from '@nestjs/common';
import {
  activatableAlgorithm,
  isRefusal,
  type JsonObject,
  outgoing,
  type Refusal,
  refuse,
  routingAlgorithmForActivation,
  transactionType,
  type TransactionType,
} from '@payorch/contracts';
import { type RoutingChange, RoutingSettingsStore } from '../accounts';
import type { Sender } from '../auth';
import { viewOf } from '../errors';
import { changeAndView } from '../idempotency';
import { OwnerClient } from '../owners';
import { aboutOf } from './domain/algorithm-id';
import { activated, activeFor, deactivated, type Operation } from './domain/algorithms-in-force';
import { FreshSender, ownProfile } from './fresh-sender';

/** Which algorithms route the payments and payouts of profiles. An algorithm holds from an account version on. */
@Injectable()
export class ActiveAlgorithms {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(FreshSender) private readonly fresh: FreshSender,
    @Inject(RoutingSettingsStore) private readonly settings: Pick<RoutingSettingsStore, 'list' | 'change'>,
  ) {}

  /** Activates a stored algorithm in its profile, in place of the active one. */
  async activate(id: string, operation: Operation, known: Sender): Promise<JsonObject | Refusal> {
    const sender = await this.fresh.of(known);
    const about = aboutOf(id, sender.merchant);
    if (isRefusal(about)) return about;
    const query = outgoing(routingAlgorithmForActivation, { ...about, operation });
    const reply = await this.owner.query(query, sender);
    if (isRefusal(reply)) return reply;
    const { record, algorithm } = activatableAlgorithm.parse(JSON.parse(reply.toString()));
    const next = {
      algorithmId: about.algorithmId,
      kind: algorithm.type,
      data: algorithm.data,
      record,
      activatedAt: new Date().toISOString(),
    };
    const use = transactionType.parse(record['algorithm_for']);
    return changeAndView(
      sender.trace,
      (_: RoutingChange) => record,
      (trace) =>
        this.settings.change(about.merchantId, String(record['profile_id']), trace, (state) =>
          activated(state, use, next),
        ),
    );
  }

  /** Deactivates the algorithm of a profile and returns its record: from then on its default order counts. */
  async deactivate(
    sentProfile: string | null | undefined,
    use: TransactionType,
    known: Sender,
  ): Promise<JsonObject | Refusal> {
    if (typeof sentProfile !== 'string') return refuse('missing_param', { field: 'profile_id' });
    const { merchantId } = known.merchant;
    const profileId = ownProfile(sentProfile, await this.fresh.of(known));
    if (isRefusal(profileId)) return profileId;
    return changeAndView(
      known.trace,
      ({ before }: RoutingChange) => activeFor(before, use)?.record ?? {},
      (trace) => this.settings.change(merchantId, profileId, trace, (state) => deactivated(state, use)),
    );
  }

  /** The record of the active algorithm of each profile that has one. */
  async list(
    named: string | null | undefined,
    use: TransactionType,
    sender: Sender,
  ): Promise<readonly JsonObject[] | Refusal> {
    const profileId =
      typeof named === 'string' ? ownProfile(named, await this.fresh.of(sender)) : sender.merchant.profileId;
    if (isRefusal(profileId)) return profileId;
    const profiles = await this.settings.list(sender.merchant.merchantId);
    return viewOf(profiles, (all) =>
      all
        .filter((one) => profileId === null || one.profileId === profileId)
        .map(({ state }) => activeFor(state, use)?.record)
        .filter((record) => record !== undefined),
    );
  }
}
