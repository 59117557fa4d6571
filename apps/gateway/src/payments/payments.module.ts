import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { CardsModule } from '../cards';
import { OwnerLists } from '../lists';
import { OwnersModule } from '../owners';
import { PageDomainsModule } from '../page-domains';
import { PaymentMethodListModule } from '../payment-method-list';
import { SealingModule } from '../sealing';
import { Eligibility } from './eligibility/eligibility';
import { ExtendedCardInfos } from './extended-card-info/extended-card-infos';
import { ExternalAuthentication } from './external-authentication';
import { AuthenticationController } from './http/authentication.controller';
import { EligibilityController } from './http/eligibility.controller';
import { ExtendedCardInfoController } from './http/extended-card-info.controller';
import { ManualUpdatesController } from './http/manual-updates.controller';
import { PaymentListsController } from './http/payment-lists.controller';
import { PaymentsController } from './http/payments.controller';
import { SessionTokensController } from './http/session-tokens.controller';
import { PaymentLists } from './list/payment-lists';
import { InstallmentPlans } from './installment-plans';
import { ManualUpdates } from './manual-updates';
import { PaymentCredentials } from './payment-credentials';
import { PaymentOperations } from './payment-operations';
import { PaymentLinkTerms } from './payment-link-terms';
import { PaymentOwner } from './payment-owner';
import { PaymentReads } from './payment-reads';
import { Payments } from './payments';
import { ApplePaySessions } from './session-tokens/apple-pay-sessions';
import { SessionTokens } from './session-tokens/session-tokens';

@Module({
  imports: [
    AuthModule,
    AccountsModule,
    CardsModule,
    OwnersModule,
    PageDomainsModule,
    PaymentMethodListModule,
    SealingModule,
  ],
  controllers: [
    PaymentsController,
    PaymentListsController,
    SessionTokensController,
    AuthenticationController,
    ManualUpdatesController,
    EligibilityController,
    ExtendedCardInfoController,
  ],
  providers: [
    PaymentOwner,
    InstallmentPlans,
    PaymentCredentials,
    PaymentLinkTerms,
    Payments,
    PaymentReads,
    PaymentOperations,
    OwnerLists,
    PaymentLists,
    SessionTokens,
    ExternalAuthentication,
    ApplePaySessions,
    ManualUpdates,
    Eligibility,
    ExtendedCardInfos,
  ],
  exports: [Payments, PaymentReads, SessionTokens],
})
export class PaymentsModule {}
