import type { Provider, Type } from '@nestjs/common';
import { StripeControlController } from '../control/stripe-control.controller';
import { FaultBook } from '../faults/fault-book';
import { Connections } from '../http/connections';
import { Course } from '../http/course';
import { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { sandboxLogger, sandboxSettings } from '../settings';
import { WebhookSender } from '../webhooks/webhook-sender';
import { StripeBook } from './book';
import { StripeAccountController } from './http/account.controller';
import { stripeVoice } from './http/answers';
import { CustomersController } from './http/customers.controller';
import { Desk } from './http/desk';
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

/** What Stripe is made of, beside what all processors share. */
export const stripeProviders: Provider[] = [
  {
    provide: StripeBook,
    inject: [Journal, sandboxSettings, WebhookSender, sandboxLogger],
    useFactory: (...parts: ConstructorParameters<typeof StripeBook>) => new StripeBook(...parts),
  },
  {
    provide: Desk,
    inject: [Journal, StripeBook],
    useFactory: (...parts: ConstructorParameters<typeof Desk>) => new Desk(...parts),
  },
  {
    provide: StripeCalls,
    inject: [Journal, FaultBook, sandboxSettings, WebhookSender, Connections, StripeBook],
    useFactory: (
      journal: Journal,
      faults: FaultBook,
      settings: SandboxSettings,
      sender: WebhookSender,
      connections: Connections,
      book: StripeBook,
    ) => {
      const course = new Course(journal, faults, settings, connections, stripeVoice);
      return new StripeCalls(journal, faults, settings, sender, course, book, new Idempotency(journal));
    },
  },
];
