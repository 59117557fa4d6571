import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type JsonObject, type Refusal } from '@payorch/contracts';
import { type ProfileRouting, RoutingSettingsStore } from '../accounts';
import type { Sender } from '../auth';
import { viewOf } from '../errors';
import { changeAndView } from '../idempotency';
import type { Operation } from './domain/algorithms-in-force';
import { choiceView, defaultOrderOf, reorderedProfiles, type SentChoice } from './domain/default-order';
import { FreshSender, ownProfile } from './fresh-sender';

type Profiles = readonly ProfileRouting[];

const choicesOf = (profiles: Profiles, operation: Operation): JsonObject[] =>
  profiles.flatMap((profile) => defaultOrderOf(profile, operation)).map(choiceView);

const profileView = (profile: ProfileRouting, operation: Operation): JsonObject => ({
  profile_id: profile.profileId,
  connectors: choicesOf([profile], operation),
});

const visible = (profiles: Profiles, { merchant: { profileId: only } }: Sender): Profiles =>
  profiles.filter(({ profileId }) => only === null || profileId === only);

/** The order in which the accounts of profiles are considered where no algorithm decides. */
@Injectable()
export class DefaultOrders {
  constructor(
    @Inject(RoutingSettingsStore) private readonly settings: Pick<RoutingSettingsStore, 'list' | 'changeProfiles'>,
    @Inject(FreshSender) private readonly fresh: FreshSender,
  ) {}

  /** The accounts of every profile that the caller sees, one profile after the other. */
  async retrieve(operation: Operation, sender: Sender): Promise<object | Refusal> {
    const profiles = await this.settings.list(sender.merchant.merchantId);
    return viewOf(profiles, (all) => choicesOf(visible(all, sender), operation));
  }

  async retrieveByProfile(operation: Operation, sender: Sender): Promise<object | Refusal> {
    const profiles = await this.settings.list(sender.merchant.merchantId);
    return viewOf(profiles, (all) => visible(all, sender).map((profile) => profileView(profile, operation)));
  }

  update(sent: readonly SentChoice[], operation: Operation, sender: Sender): Promise<object | Refusal> {
    return changeAndView(
      sender.trace,
      (profiles: Profiles) => choicesOf(profiles, operation),
      (trace) =>
        this.settings.changeProfiles(sender.merchant.merchantId, trace, (all) =>
          reorderedProfiles(visible(all, sender), operation, sent),
        ),
    );
  }

  async updateProfile(
    id: string,
    sent: readonly SentChoice[],
    operation: Operation,
    sender: Sender,
  ): Promise<object | Refusal> {
    const profileId = ownProfile(id, await this.fresh.of(sender));
    if (isRefusal(profileId)) return profileId;
    return changeAndView(
      sender.trace,
      (profiles: Profiles) => profiles.map((profile) => profileView(profile, operation))[0],
      (trace) =>
        this.settings.changeProfiles(sender.merchant.merchantId, trace, (all) =>
          reorderedProfiles(
            all.filter((one) => one.profileId === profileId),
            operation,
            sent,
          ),
        ),
    ) as Promise<object | Refusal>;
  }
}
