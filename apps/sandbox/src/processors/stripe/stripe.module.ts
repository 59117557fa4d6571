import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { endpointsController } from '../../kit/calls/endpoints';
import { hostedPagesController } from '../../kit/pages/hosted-pages';
import { urlPrefix } from './account';
import { accountEndpoints } from './http/account.endpoints';
import { stripeFaultResponses } from './http/answers';
import { StripeControlController } from './http/control.controller';
import { disputeEndpoints } from './http/dispute.endpoints';
import { payoutEndpoints } from './http/payout.endpoints';
import { paymentEndpoints } from './http/payment.endpoints';
import { StripeCalls } from './http/stripe-calls';
import { StripeMemory } from './objects/memory';
import type { StripeSettings } from './settings';
import { stripeSettings } from './settings';
import { StripePages } from './stripe-pages';
import { StripeService } from './stripe.service';

const endpoints = [...paymentEndpoints, ...disputeEndpoints, ...payoutEndpoints, ...accountEndpoints];

@Module({})
export class StripeModule {
  static with(settings: StripeSettings): DynamicModule {
    return {
      module: StripeModule,
      controllers: [
        endpointsController('v1', endpoints, StripeCalls),
        StripeControlController,
        hostedPagesController(urlPrefix, StripePages),
      ],
      providers: [
        { provide: stripeSettings, useValue: settings },
        StripeMemory,
        StripeService,
        StripePages,
        StripeCalls,
        callPipeline(stripeFaultResponses),
      ],
    };
  }
}
