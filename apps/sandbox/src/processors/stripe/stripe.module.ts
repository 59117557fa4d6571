import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { hostedPagesController } from '../../kit/pages/hosted-pages';
import { urlPrefix } from './account';
import { StripeAccountController } from './http/account.controller';
import { stripeFaultResponses } from './http/answers';
import { StripeControlController } from './http/control.controller';
import { CustomersController } from './http/customers.controller';
import { PaymentIntentsController } from './http/payment-intents.controller';
import { PaymentMethodsController } from './http/payment-methods.controller';
import { StripeRefundsController } from './http/refunds.controller';
import { Resources } from './http/resources';
import { SetupIntentsController } from './http/setup-intents.controller';
import { SplitsController } from './http/splits.controller';
import { StripeCalls } from './http/stripe-calls';
import { StripeMemory } from './objects/memory';
import type { StripeSettings } from './settings';
import { stripeSettings } from './settings';
import { StripePages } from './stripe-pages';
import { StripeService } from './stripe.service';

@Module({})
export class StripeModule {
  static with(settings: StripeSettings): DynamicModule {
    return {
      module: StripeModule,
      controllers: [
        PaymentIntentsController,
        SetupIntentsController,
        CustomersController,
        PaymentMethodsController,
        StripeRefundsController,
        SplitsController,
        StripeAccountController,
        StripeControlController,
        hostedPagesController(urlPrefix, StripePages),
      ],
      providers: [
        { provide: stripeSettings, useValue: settings },
        StripeMemory,
        StripeService,
        StripePages,
        Resources,
        StripeCalls,
        callPipeline(stripeFaultResponses),
      ],
    };
  }
}
