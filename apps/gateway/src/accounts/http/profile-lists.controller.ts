import { Controller, Get, Inject } from '@nestjs/common';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { connectorAccountListView } from './connector-account.view';
import { ConnectorAccounts } from '../connector-accounts';
import { profileView } from './profile.view';
import { Profiles } from '../profiles';

/**
 * The lists of profiles and connector accounts, limited to the profile of `X-Profile-Id` if the request has that
 * header.
 */
@Controller('account/:account_id/profile')
@AllowOnly('secret_key_of_path')
export class ProfileListsController {
  constructor(
    @Inject(Profiles) private readonly profiles: Profiles,
    @Inject(ConnectorAccounts) private readonly connectorAccounts: ConnectorAccounts,
  ) {}

  @Get()
  async list(@Caller() { merchantId, profileId }: AuthenticatedMerchant): Promise<object[]> {
    const profiles = await this.profiles.list(merchantId);
    return profiles.filter((one) => profileId === null || one.profileId === profileId).map(profileView);
  }

  @Get('connectors')
  async listConnectors(@Caller() { merchantId, profileId }: AuthenticatedMerchant): Promise<object[]> {
    const accounts = await this.connectorAccounts.list(merchantId);
    return accounts.filter((one) => profileId === null || one.profileId === profileId).map(connectorAccountListView);
  }
}
