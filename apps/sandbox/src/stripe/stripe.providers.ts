import type { Provider, Type } from '@nestjs/common';
import { StripeControlController } from '../control/stripe-control.controller';
import { FaultRegistry } from '../faults/fault-registry';
import { Connections } from '../http/connections';
import { CallPipeline } from '../http/call-pipeline';
import { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { sandboxLogger, sandboxSettings } from '../settings';
import { WebhookSender } from '../webhooks/webhook-sender';
import { StripeService } from './stripe-service';
import { StripeAccountController } from './http/account.controller';
import { stripeFaultResponses } from './http/answers';
import { CustomersController } from './http/customers.controller';
import { Resources } from './http/resources';
import { Idempotency } from './http/idempotency';
import { StripePagesController } from './http/pages.controller';
import { PaymentIntentsController } from './http/payment-intents.controller';
import { PaymentMethodsController } from './http/payment-methods.controller';
import { StripeRefundsController } from './http/refunds.controller';
import { SetupIntentsController } from './http/setup-intents.controller';
import { StripeCalls } from './http/stripe-calls';

export const stripeControllers: Type[] = [
  PaymentIntentsController,
  SetupIntentsController,
  CustomersController,
  PaymentMethodsController,
  StripeRefundsController,
  StripeAccountController,
  StripePagesController,
  StripeControlController,
];

/** The providers of Stripe, beside those that all processors share. */
export const stripeProviders: Provider[] = [
  {
    provide: StripeService,
    inject: [Journal, sandboxSettings, WebhookSender, sandboxLogger],
    useFactory: (...parts: ConstructorParameters<typeof StripeService>) => new StripeService(...parts),
  },
  {
    provide: Resources,
    inject: [Journal, StripeService],
    useFactory: (...parts: ConstructorParameters<typeof Resources>) => new Resources(...parts),
  },
  {
    provide: StripeCalls,
    inject: [Journal, FaultRegistry, sandboxSettings, WebhookSender, Connections, StripeService],
    useFactory: (
      journal: Journal,
      faults: FaultRegistry,
      settings: SandboxSettings,
      sender: WebhookSender,
      connections: Connections,
      stripeService: StripeService,
    ) => {
      const pipeline = new CallPipeline(journal, faults, settings, connections, stripeFaultResponses);
      return new StripeCalls(journal, faults, settings, sender, pipeline, stripeService, new Idempotency(journal));
    },
  },
];
