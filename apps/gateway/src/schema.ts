import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { SealWalkRow, UnopenableSealRow } from '@payorch/platform/rewrap';
import {
  ConnectorAccountRow,
  InlineCredentialsRow,
  MerchantAccountRow,
  MerchantRulesRow,
  ProfileRow,
  RoutingSettingsRow,
} from './accounts';
import { ApiKeyRow, EphemeralKeyRow } from './auth';
import { BlocklistJobChunkRow, BlocklistJobRow } from './blocklist';
import { CardInfoRow, CardIssuerRow } from './cards';
import { ConfigRow } from './configs';
import { DataKeyRow } from './data-keys';
import { CustomerDeletionRow } from './customers';
import { FileRow } from './files';
import { GsmRuleRow } from './gsm';
import { IdempotencyKeyRow } from './idempotency';
import { OrganizationRow } from './organizations';
import { PageDomainRow } from './page-domains';
import { ProcessorWebhookRow } from './processor-webhooks';
import { IncidentResolutionRow, ReconciliationIncidentRow, ReconciliationRow } from './reconciliation';
import { FirstTables1767225600000 } from './migrations/1767225600000-first-tables';
import { IdempotencyKeys1767830400000 } from './migrations/1767830400000-idempotency-keys';
import { Admin1767916800000 } from './migrations/1767916800000-admin';
import { ProfileAcquirers1768003200000 } from './migrations/1768003200000-profile-acquirers';
import { PublicWalletDetails1768089600000 } from './migrations/1768089600000-public-wallet-details';
import { CardsInfo1795030000000 } from './migrations/1795030000000-cards-info';
import { BoxedWebhookSecrets1795040000000 } from './migrations/1795040000000-boxed-webhook-secrets';
import { HotTables1795080000000 } from './migrations/1795080000000-hot-tables';
import { ApiKeyHashKid1795090000000 } from './migrations/1795090000000-api-key-hash-kid';
import { SealWalk1795101000000 } from './migrations/1795101000000-seal-walk';
import { InterfaceTerms1795200000000 } from './migrations/1795200000000-interface-terms';
import { GatewayWebhookSecrets1795300000000 } from './migrations/1795300000000-gateway-webhook-secrets';
import { Customers1795410000000 } from './migrations/1795410000000-customers';
import { Blocklist1795445000000 } from './migrations/1795445000000-blocklist';
import { DataKeys1795460000000 } from './migrations/1795460000000-data-keys';
import { SavedDataRetention1795445000040 } from './migrations/1795445000040-saved-data-retention';
import { InlineCredentials1795480000114 } from './migrations/1795480000114-inline-credentials';
import { Platforms1795900000030 } from './migrations/1795900000030-platforms';
import { PublishedOutbox1795700000179 } from './migrations/1795700000179-published-outbox';
import { MerchantRules1795600000026 } from './migrations/1795600000026-merchant-rules';
import { PageDomains1795510000152 } from './migrations/1795510000152-page-domains';
import { RoutingSettings1795520000026 } from './migrations/1795520000026-routing-settings';
import { Files1795800000214 } from './migrations/1795800000214-files';
import { WebhookEndpoints1795900000217 } from './migrations/1795900000217-webhook-endpoints';
import { VerifiedDomains1795490000132 } from './migrations/1795490000132-verified-domains';
import { WebhookFindings1795920000228 } from './migrations/1795920000228-webhook-findings';
import { Reconciliations1796000000229 } from './migrations/1796000000229-reconciliations';

/** The service's own schema: every table as an entity, and its migrations. */
export const gatewaySchema = {
  schema: 'gateway',
  entities: [
    OrganizationRow,
    MerchantAccountRow,
    DataKeyRow,
    ProfileRow,
    ApiKeyRow,
    EphemeralKeyRow,
    ConnectorAccountRow,
    InlineCredentialsRow,
    MerchantRulesRow,
    RoutingSettingsRow,
    ProcessorWebhookRow,
    IdempotencyKeyRow,
    GsmRuleRow,
    ConfigRow,
    CardInfoRow,
    CardIssuerRow,
    BlocklistJobRow,
    BlocklistJobChunkRow,
    CustomerDeletionRow,
    PageDomainRow,
    FileRow,
    ReconciliationRow,
    ReconciliationIncidentRow,
    IncidentResolutionRow,
    OutboxRow,
    InboxRow,
    SealWalkRow,
    UnopenableSealRow,
  ],
  migrations: [
    FirstTables1767225600000,
    IdempotencyKeys1767830400000,
    Admin1767916800000,
    ProfileAcquirers1768003200000,
    PublicWalletDetails1768089600000,
    CardsInfo1795030000000,
    BoxedWebhookSecrets1795040000000,
    HotTables1795080000000,
    ApiKeyHashKid1795090000000,
    SealWalk1795101000000,
    InterfaceTerms1795200000000,
    GatewayWebhookSecrets1795300000000,
    Customers1795410000000,
    Blocklist1795445000000,
    DataKeys1795460000000,
    SavedDataRetention1795445000040,
    InlineCredentials1795480000114,
    VerifiedDomains1795490000132,
    PageDomains1795510000152,
    RoutingSettings1795520000026,
    MerchantRules1795600000026,
    PublishedOutbox1795700000179,
    Files1795800000214,
    WebhookEndpoints1795900000217,
    Platforms1795900000030,
    WebhookFindings1795920000228,
    Reconciliations1796000000229,
  ],
} as const;
