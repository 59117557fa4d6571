import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import type { GatewayConfig } from '../config';
import { configToken } from '../tokens';
import { SealingModule } from '../sealing';
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
import { SessionTokens } from './session-tokens/session-tokens';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, SealingModule],
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
  ],
})
export class PaymentsModule {}
