import { Controller, Get, Inject } from '@nestjs/common';
import type { ProfileId } from '@payorch/kernel';
import { AllowOnly, type AuthenticatedMerchant, Caller } from '../../auth';
import { viewOf } from '../../errors';
import { ConnectorAccounts } from '../connector-accounts';
import type { ConnectorAccount } from '../domain/connectors/connector-account';
import type { Profile } from '../domain/profile';
import { Profiles } from '../profiles';
import { connectorAccountListView } from './connector-account.view';
import { profileView } from './profile.view';

const ofProfile = <T extends { readonly profileId: ProfileId }>(all: readonly T[], profileId: ProfileId | null): T[] =>
  all.filter((one) => profileId === null || one.profileId === profileId);

/**
 * The lists of profiles and connector accounts, limited to the profile of `X-Profile-Id` if the request has that
 * header.
 */
@Controller('account/:account_id/profile')
@AllowOnly('secret_key_of_path', 'platform', 'connected')
export class ProfileListsController {
  constructor(
    @Inject(Profiles) private readonly profiles: Profiles,
    @Inject(ConnectorAccounts) private readonly connectorAccounts: ConnectorAccounts,
  ) {}

  @Get()
  async list(@Caller() { merchantId, profileId }: AuthenticatedMerchant): Promise<object> {
    const view = (profiles: Profile[]) => ofProfile(profiles, profileId).map(profileView);
    return viewOf(await this.profiles.list(merchantId), view);
  }

  @Get('connectors')
  async listConnectors(@Caller() { merchantId, profileId }: AuthenticatedMerchant): Promise<object> {
    const view = (accounts: ConnectorAccount[]) => ofProfile(accounts, profileId).map(connectorAccountListView);
    return viewOf(await this.connectorAccounts.list(merchantId), view);
  }
}
