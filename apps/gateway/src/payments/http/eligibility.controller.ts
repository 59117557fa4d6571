import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { isRefusal, type Refusal } from '@payorch/contracts';
import { PaymentsEligibilityCheckRequest, PaymentsEligibilityRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { Eligibility } from '../eligibility/eligibility';

@Controller('payments')
@AllowOnly('client_or_secret_key')
export class EligibilityController {
  constructor(@Inject(Eligibility) private readonly eligibility: Eligibility) {}

  /** `surcharge_details` is that of the merchant's rules: the payment's own is part of its amount. */
  @Post(':payment_id/eligibility')
  @HttpCode(200)
  async submit(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsEligibilityRequest,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    const found = await this.eligibility.check(paymentId, sent, sender);
    return isRefusal(found) ? found : { ...found.response, surcharge_details: found.surcharge };
  }

  @Post(':payment_id/eligibility_check')
  @HttpCode(200)
  async check(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsEligibilityCheckRequest,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    const found = await this.eligibility.check(paymentId, sent, sender);
    return isRefusal(found) ? found : found.response;
  }
}
