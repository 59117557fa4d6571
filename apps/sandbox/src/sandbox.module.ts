import type { DynamicModule, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from '@payorch/platform/telemetry';
import type { SandboxConfig } from './config';
import { ControlController } from './control/control.controller';
import { Listener } from './control/listener';
import { FaultRegistry } from './faults/fault-registry';
import { Calls, testFaultResponses } from './http/calls';
import { Connections } from './http/connections';
import { CallPipeline } from './http/call-pipeline';
import { PaymentsController } from './http/payments.controller';
import { RefundsController } from './http/refunds.controller';
import { RefusalFilter } from './http/refusal.filter';
import { Settlements } from './settlements';
import { Journal } from './ledger/journal';
import { BankPagesController } from './pages/bank-pages.controller';
import type { SandboxSettings } from './settings';
import { sandboxLogger, sandboxSettings } from './settings';
import { StripeService } from './stripe/stripe-service';
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
  stripeMaxEndedRetained,
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
    maxEndedRetained: stripeMaxEndedRetained,
  },
});

@Module({})
export class SandboxModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly journal: Journal,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
    private readonly stripeService: StripeService,
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
        { provide: FaultRegistry, useFactory: () => new FaultRegistry() },
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
          inject: [Journal, FaultRegistry, sandboxSettings, Settlements, WebhookSender, Connections],
          useFactory: (
            journal: Journal,
            faults: FaultRegistry,
            currentSettings: SandboxSettings,
            settlements: Settlements,
            sender: WebhookSender,
            connections: Connections,
          ) => {
            const pipeline = new CallPipeline(journal, faults, currentSettings, connections, testFaultResponses);
            return new Calls(journal, faults, currentSettings, settlements, sender, pipeline);
          },
        },
        ...stripeProviders,
        Listener,
      ],
    };
  }

  /** No call is served before the ledger is read back. */
  async onModuleInit(): Promise<void> {
    await this.journal.open();
    this.settlements.resume();
    this.sender.resume();
    await this.stripeService.resume();
  }

  /** Runs after the last request was answered. */
  async onApplicationShutdown(): Promise<void> {
    this.settlements.close();
    this.stripeService.close();
    await this.sender.close();
    await this.journal.close();
  }
}
