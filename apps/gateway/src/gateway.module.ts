import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AccountsModule } from './accounts';
import { ApiKeysModule } from './api-keys';
import { CardsModule } from './cards';
import type { GatewayConfig } from './config';
import { ConfigsModule } from './configs';
import { FeatureMatrixModule } from './feature-matrix';
import { GsmModule } from './gsm';
import { IdempotencyModule } from './idempotency';
import { InfrastructureModule } from './infrastructure.module';
import { KeysModule } from './keys';
import { OrganizationsModule } from './organizations';
import { PaymentMethodsModule } from './payment-methods';
import { PaymentsModule } from './payments';
import { ProcessorWebhooksModule } from './processor-webhooks';
import { RedirectsModule } from './redirects';
import { RefundsModule } from './refunds';

/** The features with routes or background work; each imports the modules that it uses. */
export const features = [
  OrganizationsModule,
  AccountsModule,
  ApiKeysModule,
  GsmModule,
  ConfigsModule,
  CardsModule,
  PaymentsModule,
  PaymentMethodsModule,
  RefundsModule,
  RedirectsModule,
  FeatureMatrixModule,
  ProcessorWebhooksModule,
  IdempotencyModule,
  KeysModule,
];

/** Wires the gateway. */
@Module({})
export class GatewayModule {
  static with(config: GatewayConfig, logger: Logger): DynamicModule {
    return { module: GatewayModule, imports: [InfrastructureModule.with(config, logger), ...features] };
  }
}
