import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import {
  AuthenticationAuthenticateRequest,
  AuthenticationCreateRequest,
  AuthenticationEligibilityRequest,
  AuthenticationSyncRequest,
} from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { Authentications } from '../authentications';

interface SyncParams {
  readonly merchant_id?: string;
  readonly authentication_id: string;
}

const clickToPay = refuse('not_implemented', { message: 'Click to Pay is not implemented' });

/** Authentications without a payment. A browser reaches exactly the one whose client secret it has. */
@Controller('authentication')
export class AuthenticationsController {
  constructor(@Inject(Authentications) private readonly authentications: Authentications) {}

  @Post()
  @AllowOnly('secret_key')
  @HttpCode(200)
  create(@Body() sent: AuthenticationCreateRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.authentications.create(sent, sender);
  }

  @Post(':authentication_id/eligibility')
  @AllowOnly('client_or_secret_key_with_secret')
  @HttpCode(200)
  prepare(
    @Param('authentication_id') id: string,
    @Body() sent: AuthenticationEligibilityRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.authentications.prepare(id, sent, sender);
  }

  @Post(':authentication_id/authenticate')
  @AllowOnly('client_or_secret_key_with_secret')
  @HttpCode(200)
  authenticate(
    @Param('authentication_id') id: string,
    @Body() sent: AuthenticationAuthenticateRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.authentications.authenticate(id, sent, sender);
  }

  /** The interface's document has no merchant in the path; its servers have. */
  @Post([':authentication_id/sync', ':merchant_id/:authentication_id/sync'])
  @AllowOnly('client_or_secret_key_with_secret')
  @HttpCode(200)
  sync(
    @Param() { merchant_id, authentication_id }: SyncParams,
    @Body() sent: AuthenticationSyncRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.authentications.sync({ id: authentication_id, merchantInPath: merchant_id }, sent, sender);
  }

  /** Open to every caller: the bodies of Click to Pay have no class here, so the guard cannot read a client secret from them. */
  @Post([':authentication_id/eligibility-check', ':authentication_id/enabled_authn_methods_token'])
  refuseClickToPay(): Refusal {
    return clickToPay;
  }

  @Get(':authentication_id/eligibility-check')
  @AllowOnly('secret_key')
  refuseEligibilityOfClickToPay(): Refusal {
    return clickToPay;
  }
}
