import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { ProfileCreate, ToggleRequest } from '@payorch/rest';
import { AllowOnly, type AuthenticatedMerchant, Caller } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { Profiles } from '../profiles';
import { profileView } from './profile.view';

@Controller('account/:account_id/business_profile')
@AllowOnly('secret_key_of_path', 'platform', 'connected')
export class ProfilesController {
  constructor(@Inject(Profiles) private readonly profiles: Profiles) {}

  @Post()
  @HttpCode(200)
  create(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Body() sent: ProfileCreate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, profileView, (change) => this.profiles.create(merchantId, sent, change));
  }

  @Get()
  async list(@Caller() { merchantId }: AuthenticatedMerchant): Promise<object> {
    return viewOf(await this.profiles.list(merchantId), (profiles) => profiles.map(profileView));
  }

  @Get(':profile_id')
  async retrieve(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
  ): Promise<object> {
    return viewOf(await this.profiles.retrieve(merchantId, profileId), profileView);
  }

  @Post(':profile_id')
  @HttpCode(200)
  update(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
    @Body() sent: ProfileCreate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, profileView, (change) => this.profiles.update(merchantId, profileId, sent, change));
  }

  @Delete(':profile_id')
  @AllowOnly('admin')
  async delete(
    @Param('account_id') merchantId: MerchantId,
    @Param('profile_id') profileId: string,
    @Trace() trace: RequestTrace,
  ): Promise<true | Refusal> {
    return (await this.profiles.delete(merchantId, profileId, trace)) ?? true;
  }

  @Post(':profile_id/toggle_extended_card_info')
  @HttpCode(200)
  @AllowOnly('admin')
  toggleExtendedCardInfo(
    @Param('account_id') merchantId: MerchantId,
    @Param('profile_id') profileId: string,
    @Body() { enabled }: ToggleRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    const sent = { is_extended_card_info_enabled: enabled };
    return changeAndView(
      trace,
      () => ({ enabled }),
      (change) => this.profiles.update(merchantId, profileId, sent, change),
    );
  }

  @Post(':profile_id/toggle_connector_agnostic_mit')
  @HttpCode(200)
  toggleConnectorAgnosticMit(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
    @Body() { enabled }: ToggleRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    const sent = { is_connector_agnostic_mit_enabled: enabled };
    return changeAndView(
      trace,
      () => ({ enabled }),
      (change) => this.profiles.update(merchantId, profileId, sent, change),
    );
  }
}
