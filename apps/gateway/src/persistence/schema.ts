import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { SealWalkRow, UnopenableSealRow } from '@payorch/platform/rewrap';
import { ApiKeyRow } from '../auth/persistence/api-key.rows';
import { CardInfoRow } from '../cards/persistence/card-info.rows';
import { ConfigRow } from '../configs/persistence/config.rows';
import { ConnectorAccountRow } from '../accounts/persistence/connector-account.rows';
import { GsmRuleRow } from '../gsm/persistence/gsm-rule.rows';
import { IdempotencyKeyRow } from '../idempotency/persistence/idempotency-key.rows';
import { MerchantAccountRow } from '../accounts/persistence/merchant-account.rows';
import { FirstTables1767225600000 } from './migrations/1767225600000-first-tables';
import { Admin1767916800000 } from './migrations/1767916800000-admin';
import { ProfileAcquirers1768003200000 } from './migrations/1768003200000-profile-acquirers';
import { PublicWalletDetails1768089600000 } from './migrations/1768089600000-public-wallet-details';
import { CardsInfo1795030000000 } from './migrations/1795030000000-cards-info';
import { BoxedWebhookSecrets1795040000000 } from './migrations/1795040000000-boxed-webhook-secrets';
import { IdempotencyKeys1767830400000 } from './migrations/1767830400000-idempotency-keys';
import { HotTables1795080000000 } from './migrations/1795080000000-hot-tables';
import { ApiKeyHashKid1795090000000 } from './migrations/1795090000000-api-key-hash-kid';
import { SealWalk1795101000000 } from './migrations/1795101000000-seal-walk';
import { OrganizationRow } from '../organizations/persistence/organization.rows';
import { ProcessorWebhookRow } from '../processor-webhooks/persistence/processor-webhook.rows';
import { ProfileRow } from '../accounts/persistence/profile.rows';

/** The service's own schema: every table as an entity, and its migrations. */
export const gatewaySchema = {
  schema: 'gateway',
  entities: [
    OrganizationRow,
    MerchantAccountRow,
    ProfileRow,
    ApiKeyRow,
    ConnectorAccountRow,
    ProcessorWebhookRow,
    IdempotencyKeyRow,
    GsmRuleRow,
    ConfigRow,
    CardInfoRow,
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
  ],
} as const;
