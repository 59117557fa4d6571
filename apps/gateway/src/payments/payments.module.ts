import { Module } from '@nestjs/common';
import { CvcVault, type PublicKey } from '@payorch/platform/sealing';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { CardFacts, CardsModule } from '../cards';
import type { GatewayConfig } from '../config';
import { OwnersModule } from '../owners';
import { configToken, sealingKeyToken } from '../tokens';
import { Eligibility, fingerprintKeyToken } from './eligibility/eligibility';
import { EligibilityController } from './http/eligibility.controller';
import { ManualUpdatesController } from './http/manual-updates.controller';
import { PaymentListsController } from './http/payment-lists.controller';
import { PaymentsController } from './http/payments.controller';
import { SessionTokensController } from './http/session-tokens.controller';
import { PaymentLists } from './list/payment-lists';
import { ManualUpdates } from './manual-updates';
import { PaymentOperations } from './payment-operations';
import { PaymentOwner } from './payment-owner';
import { PaymentReads } from './payment-reads';
import { Payments } from './payments';
import { CardSealer } from './seal-card';
import { SessionTokens } from './session-tokens/session-tokens';

@Module({
  imports: [AuthModule, AccountsModule, CardsModule, OwnersModule],
  controllers: [
    PaymentsController,
    PaymentListsController,
    SessionTokensController,
    ManualUpdatesController,
    EligibilityController,
  ],
  providers: [
    PaymentOwner,
    Payments,
    PaymentReads,
    PaymentOperations,
    PaymentLists,
    SessionTokens,
    ManualUpdates,
    Eligibility,
    {
      provide: fingerprintKeyToken,
      inject: [configToken],
      useFactory: (config: GatewayConfig) => config.cardFingerprintSecret,
    },
    {
      provide: CardSealer,
      inject: [sealingKeyToken, CvcVault, CardFacts, configToken],
      useFactory: (sealingKey: PublicKey, vault: CvcVault, facts: CardFacts, config: GatewayConfig) =>
        new CardSealer({ sealingKey, vault, facts, fingerprintKey: config.cardFingerprintSecret }),
    },
  ],
})
export class PaymentsModule {}
