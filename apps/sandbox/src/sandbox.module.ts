import type { DynamicModule, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from '@payorch/platform/telemetry';
import type { SandboxConfig } from './config';
import { ControlController } from './control/control.controller';
import { Listener } from './control/listener';
import { FaultBook } from './faults/fault-book';
import { Calls, testVoice } from './http/calls';
import { Connections } from './http/connections';
import { Course } from './http/course';
import { PaymentsController } from './http/payments.controller';
import { RefundsController } from './http/refunds.controller';
import { RefusalFilter } from './http/refusal.filter';
import { Settlements } from './settlements';
import { Journal } from './ledger/journal';
import { BankPagesController } from './pages/bank-pages.controller';
import type { SandboxSettings } from './settings';
import { sandboxLogger, sandboxSettings } from './settings';
import { StripeBook } from './stripe/book';
import { stripeControllers, stripeProviders } from './stripe/stripe.providers';
import { WebhookSender } from './webhooks/webhook-sender';

const settingsOf = ({
  publicUrl,
  httpPort,
  latency,
  webhookSecret,
  webhookRetryBaseMs,
  stripeSecretKey,
  stripeWebhookSecret,
  stripeWebhookUrl,
  stripeSettleAfterMs,
  stripeKeepsEnded,
}: SandboxConfig): SandboxSettings => ({
  publicUrl: publicUrl ?? `http://127.0.0.1:${httpPort}`,
  latency,
  webhookSecret,
  webhookRetryBaseMs,
  honourIdempotency: false,
  stripe: {
    secretKey: stripeSecretKey,
    webhookSecret: stripeWebhookSecret,
    webhookUrl: stripeWebhookUrl,
    settleAfterMs: stripeSettleAfterMs,
    keepsEnded: stripeKeepsEnded,
  },
});

@Module({})
export class SandboxModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly journal: Journal,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
    private readonly book: StripeBook,
  ) {}

  static with(config: SandboxConfig, logger: Logger): DynamicModule {
    const settings = settingsOf(config);
    return {
      module: SandboxModule,
      controllers: [
        PaymentsController,
        RefundsController,
        BankPagesController,
        ControlController,
        ...stripeControllers,
      ],
      providers: [
        { provide: sandboxLogger, useValue: logger },
        { provide: sandboxSettings, useValue: settings },
        { provide: APP_FILTER, useValue: new RefusalFilter(logger) },
        { provide: Journal, useFactory: () => new Journal(config.ledgerPath, settings) },
        { provide: FaultBook, useFactory: () => new FaultBook() },
        { provide: Connections, useFactory: () => new Connections() },
        {
          provide: WebhookSender,
          inject: [Journal, sandboxSettings, sandboxLogger],
          useFactory: (...parts: ConstructorParameters<typeof WebhookSender>) => new WebhookSender(...parts),
        },
        {
          provide: Settlements,
          inject: [Journal, WebhookSender, sandboxLogger],
          useFactory: (...parts: ConstructorParameters<typeof Settlements>) => new Settlements(...parts),
        },
        {
          provide: Calls,
          inject: [Journal, FaultBook, sandboxSettings, Settlements, WebhookSender, Connections],
          useFactory: (
            journal: Journal,
            faults: FaultBook,
            both: SandboxSettings,
            settlements: Settlements,
            sender: WebhookSender,
            connections: Connections,
          ) => {
            const course = new Course(journal, faults, both, connections, testVoice);
            return new Calls(journal, faults, both, settlements, sender, course);
          },
        },
        ...stripeProviders,
        Listener,
      ],
    };
  }

  /** Nobody is served before the ledger was read back. */
  async onModuleInit(): Promise<void> {
    await this.journal.open();
    this.settlements.resume();
    this.sender.resume();
    await this.book.resume();
  }

  /** After the last request was answered. */
  async onApplicationShutdown(): Promise<void> {
    this.settlements.close();
    this.book.close();
    await this.sender.close();
    await this.journal.close();
  }
}
