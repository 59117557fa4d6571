import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ProfileAcquirerCreate, ProfileAcquirerUpdate } from '@payorch/rest';
import { AllowOnly, type AuthenticatedMerchant, Caller } from '../../auth';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { acquirerView } from '../domain/profile-acquirer';
import { ProfileAcquirers } from '../profile-acquirers';

@Controller('profile_acquirer')
@AllowOnly('secret_key')
export class ProfileAcquirersController {
  constructor(@Inject(ProfileAcquirers) private readonly acquirers: ProfileAcquirers) {}

  @Post()
  @HttpCode(200)
  create(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Body() sent: ProfileAcquirerCreate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, acquirerView, (change) =>
      this.acquirers.create(merchantId, sent.profile_id, sent, change),
    );
  }

  @Post(':profile_id/:profile_acquirer_id')
  @HttpCode(200)
  update(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
    @Param('profile_acquirer_id') id: string,
    @Body() sent: ProfileAcquirerUpdate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, acquirerView, (change) =>
      this.acquirers.update(merchantId, { profileId, id }, sent, change),
    );
  }
}
