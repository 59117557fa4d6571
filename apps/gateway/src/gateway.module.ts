import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AccountsModule } from './accounts';
import { ApiKeysModule } from './api-keys';
import { ApplePayDomainsModule } from './apple-pay-domains';
import { AuthenticationsModule } from './authentications';
import { BlocklistModule } from './blocklist';
import { CachesModule } from './caches';
import { CardsModule } from './cards';
import { CollectLinksModule } from './collect-links';
import type { GatewayConfig } from './config';
import { ConfigsModule } from './configs';
import { CredentialChecksModule } from './credential-checks';
import { CustomersModule } from './customers';
import { DisputesModule } from './disputes';
import { EphemeralKeysModule } from './ephemeral-keys';
import { EventsModule } from './events';
import { FeatureMatrixModule } from './feature-matrix';
import { FilesModule } from './files';
import { ForexModule } from './forex';
import { GsmModule } from './gsm';
import { IdempotencyModule } from './idempotency';
import { InfrastructureModule } from './infrastructure.module';
import { KeysModule } from './keys';
import { MandatesModule } from './mandates';
import { MerchantRulesModule } from './merchant-rules';
import { OpsModule } from './ops';
import { OrganizationsModule } from './organizations';
import { PageDomainsModule } from './page-domains';
import { PaymentLinksModule } from './payment-link-routes';
import { ClientSdkModule } from './client-sdk';
import { PaymentMethodListModule } from './payment-method-list';
import { PaymentMethodsModule } from './payment-methods';
import { PaymentsModule } from './payments';
import { PollsModule } from './polls';
import { ProcessorWebhooksModule } from './processor-webhooks';
import { ReconciliationModule } from './reconciliation';
import { RedirectsModule } from './redirects';
import { PayoutLinksModule } from './payout-links';
import { PayoutsModule } from './payouts';
import { RefundsModule } from './refunds';
import { RelaysModule } from './relays';
import { RoutingAlgorithmsModule } from './routing-algorithms';
import { RoutingEvaluationsModule } from './routing-evaluations';
import { WebhookEndpointsModule } from './webhook-endpoints';
import { WebhookRegistrationsModule } from './webhook-registrations';
import { WebhookTestsModule } from './webhook-tests';

/** The features with routes or background work; each imports the modules that it uses. */
export const features = [
  OrganizationsModule,
  AccountsModule,
  CredentialChecksModule,
  WebhookTestsModule,
  WebhookEndpointsModule,
  EventsModule,
  WebhookRegistrationsModule,
  ApplePayDomainsModule,
  ApiKeysModule,
  GsmModule,
  ConfigsModule,
  CardsModule,
  CachesModule,
  BlocklistModule,
  PaymentsModule,
  PaymentLinksModule,
  PageDomainsModule,
  PaymentMethodListModule,
  ClientSdkModule,
  PaymentMethodsModule,
  CollectLinksModule,
  PayoutLinksModule,
  RefundsModule,
  DisputesModule,
  PayoutsModule,
  RelaysModule,
  FilesModule,
  RoutingAlgorithmsModule,
  MerchantRulesModule,
  RoutingEvaluationsModule,
  AuthenticationsModule,
  MandatesModule,
  CustomersModule,
  EphemeralKeysModule,
  RedirectsModule,
  PollsModule,
  ForexModule,
  FeatureMatrixModule,
  ProcessorWebhooksModule,
  IdempotencyModule,
  KeysModule,
  OpsModule,
  ReconciliationModule,
];

/** Wires the gateway. */
@Module({})
export class GatewayModule {
  static with(config: GatewayConfig, logger: Logger): DynamicModule {
    return { module: GatewayModule, imports: [InfrastructureModule.with(config, logger), ...features] };
  }
}
