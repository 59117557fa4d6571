import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { Connections } from './calls/connections';
import { ControlController } from './control/control.controller';
import { Listener } from './control/listener';
import { Settlements } from './delays/settlements';
import { FaultRegistry } from './faults/fault-registry';
import { Journal } from './ledger/journal';
import { NetworkTokens } from './network-tokens/network-tokens';
import type { SandboxSettings } from './settings';
import { sandboxLogger, sandboxSettings } from './settings';
import { TlsListener } from './tls/tls-listener';
import { WebhookSender } from './webhooks/webhook-sender';

/** What all processors share: one ledger, one set of fault rules, one webhook sender, and the control endpoints. */
@Module({})
export class KitModule implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly journal: Journal,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
    private readonly tls: TlsListener,
  ) {}

  static with(ledgerPath: string, settings: SandboxSettings, logger: Logger): DynamicModule {
    const shared = [
      { provide: sandboxLogger, useValue: logger },
      { provide: sandboxSettings, useValue: settings },
      { provide: Journal, useFactory: () => new Journal(ledgerPath) },
      { provide: FaultRegistry, useFactory: () => new FaultRegistry() },
      Connections,
      WebhookSender,
      Settlements,
      NetworkTokens,
    ];
    return {
      module: KitModule,
      global: true,
      controllers: [ControlController],
      providers: [...shared, Listener, TlsListener],
      exports: shared,
    };
  }

  /** No call is served before the ledger is read back. Nest has made the processors' memories by then. */
  async onModuleInit(): Promise<void> {
    await this.journal.open();
    this.sender.resume();
    await this.journal.resume();
  }

  onApplicationBootstrap(): Promise<void> {
    return this.tls.open();
  }

  /** Runs after the last request was answered. */
  async onApplicationShutdown(): Promise<void> {
    this.tls.close();
    this.settlements.close();
    await this.sender.close();
    await this.journal.close();
  }
}
