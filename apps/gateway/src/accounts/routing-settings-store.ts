import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type Outgoing, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { ViewedChange } from '../idempotency';
import { ChangeSettings } from './change-settings';
import type { ConnectorAccount } from './domain/connectors/connector-account';
import { noRouting, replacing, type RoutingState } from './domain/routing-state';
import { ConnectorAccountRepository } from './persistence/connector-account.repository';
import { ProfileRepository } from './persistence/profile.repository';
import { RoutingSettingsRepository } from './persistence/routing-settings.repository';
import { routingMessage } from './settings-messages';

export interface RoutingChange {
  readonly before: RoutingState;
  readonly after: RoutingState;
}

/** How a profile routes, with its connector accounts in order of creation. */
export interface ProfileRouting {
  readonly profileId: ProfileId;
  readonly state: RoutingState;
  readonly accounts: readonly ConnectorAccount[];
}

/** How the profiles of merchants route. Every change commits the next account version and is published with it. */
@Injectable()
export class RoutingSettingsStore {
  constructor(
    @Inject(ChangeSettings) private readonly settings: Pick<ChangeSettings, 'of' | 'read'>,
    @Inject(ProfileRepository) private readonly profiles: Pick<ProfileRepository, 'find' | 'list'>,
    @Inject(ConnectorAccountRepository) private readonly accounts: Pick<ConnectorAccountRepository, 'list'>,
    @Inject(RoutingSettingsRepository) private readonly rows: RoutingSettingsRepository,
  ) {}

  /** Every profile of the merchant, in order of creation. */
  list(merchantId: MerchantId): Promise<readonly ProfileRouting[] | Refusal> {
    return this.settings.read(merchantId, (sql) => this.everyProfile(sql, merchantId));
  }

  async retrieve(merchantId: MerchantId, profileId: string): Promise<ProfileRouting | Refusal> {
    const all = await this.list(merchantId);
    if (isRefusal(all)) return all;
    return all.find((one) => one.profileId === profileId) ?? refuse('profile_not_found', { id: profileId });
  }

  /** Replaces the state of a profile by what `decide` returns, under the merchant's lock. A refusal changes nothing. */
  async change(
    merchantId: MerchantId,
    profileId: string,
    trace: ViewedChange<RoutingChange>,
    decide: (current: RoutingState) => RoutingState | Refusal,
  ): Promise<RoutingChange | Refusal> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const profile = await this.profiles.find(sql, merchantId, profileId);
      if (!profile) return refuse('profile_not_found', { id: profileId });
      const current = await this.rows.find(sql, merchantId, profile.profileId);
      const before = current?.state ?? noRouting;
      const after = decide(before);
      if (isRefusal(after)) return after;
      const message = await this.put(sql, { merchantId, profileId: profile.profileId, accountVersion }, after);
      return { result: { before, after }, messages: [message] };
    });
  }

  /**
   * The same for several profiles at once. `decide` gets every profile of the merchant, and returns those that change
   * with their new states.
   */
  changeProfiles(
    merchantId: MerchantId,
    trace: ViewedChange<readonly ProfileRouting[]>,
    decide: (profiles: readonly ProfileRouting[]) => readonly ProfileRouting[] | Refusal,
  ): Promise<readonly ProfileRouting[] | Refusal> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const changed = decide(await this.everyProfile(sql, merchantId));
      if (isRefusal(changed)) return changed;
      const messages: Outgoing[] = [];
      for (const { profileId, state } of changed)
        messages.push(await this.put(sql, { merchantId, profileId, accountVersion }, state));
      return { result: changed, messages };
    });
  }

  private async put(
    sql: Sql,
    place: { readonly merchantId: MerchantId; readonly profileId: ProfileId; readonly accountVersion: number },
    state: RoutingState,
  ): Promise<Outgoing> {
    const current = await this.rows.find(sql, place.merchantId, place.profileId);
    const stored = replacing(current, { ...place, state, updatedAt: new Date() });
    await this.rows.put(sql, stored);
    return routingMessage(stored);
  }

  private async everyProfile(sql: Sql, merchantId: MerchantId): Promise<ProfileRouting[]> {
    const profiles = await this.profiles.list(sql, merchantId);
    const stored = new Map((await this.rows.list(sql, merchantId)).map((one) => [one.profileId, one.state]));
    const accounts = await this.accounts.list(sql, merchantId);
    return profiles.map(({ profileId }) => ({
      profileId,
      state: stored.get(profileId) ?? noRouting,
      accounts: accounts.filter((account) => account.profileId === profileId),
    }));
  }
}
