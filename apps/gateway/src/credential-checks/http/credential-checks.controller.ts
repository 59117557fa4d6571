import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ConnectorVerifyRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { CredentialChecks } from '../credential-checks';

@Controller('account/connectors/verify')
@AllowOnly('secret_key')
export class CredentialChecksController {
  constructor(@Inject(CredentialChecks) private readonly checks: CredentialChecks) {}

  @Post()
  @HttpCode(200)
  verify(@Body() sent: ConnectorVerifyRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.checks.verify(sent, sender);
  }
}
