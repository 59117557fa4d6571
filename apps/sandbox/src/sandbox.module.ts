import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from '@payorch/platform/telemetry';
import type { SandboxConfig } from './config';
import { ErrorFilter } from './kit/calls/error.filter';
import { KitModule } from './kit/kit.module';
import type { SandboxSettings } from './kit/settings';
import { processors } from './processors';

const settingsOf = ({
  publicUrl,
  httpPort,
  latency,
  webhookSecret,
  webhookRetryBaseMs,
  tlsPort,
  host,
}: SandboxConfig): SandboxSettings => ({
  publicUrl: publicUrl ?? `http://127.0.0.1:${httpPort}`,
  latency,
  honourIdempotency: false,
  webhookSecret,
  webhookRetryBaseMs,
  tls: tlsPort === null ? null : { port: tlsPort, host },
});

@Module({})
export class SandboxModule {
  static with(config: SandboxConfig, logger: Logger): DynamicModule {
    const errorFormats = processors.flatMap(({ errors }) => errors ?? []);
    return {
      module: SandboxModule,
      imports: [
        KitModule.with(config.ledgerPath, settingsOf(config), logger),
        ...processors.map((processor) => processor.module(config.processors[processor.name] ?? {})),
      ],
      providers: [{ provide: APP_FILTER, useValue: new ErrorFilter(logger, errorFormats) }],
    };
  }
}
