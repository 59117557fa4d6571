import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ProfileAcquirerCreate, ProfileAcquirerUpdate } from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { changeAndView } from '../../idempotency/change-with-response';
import { Trace, type RequestTrace } from '../../request/request-trace';
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
