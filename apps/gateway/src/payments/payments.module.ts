import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { SealingModule } from '../sealing';
import { PaymentListsController } from './http/payment-lists.controller';
import { PaymentsController } from './http/payments.controller';
import { SessionTokensController } from './http/session-tokens.controller';
import { PaymentLists } from './list/payment-lists';
import { PaymentOperations } from './payment-operations';
import { PaymentOwner } from './payment-owner';
import { PaymentReads } from './payment-reads';
import { Payments } from './payments';
import { SessionTokens } from './session-tokens/session-tokens';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, SealingModule],
  controllers: [PaymentsController, PaymentListsController, SessionTokensController],
  providers: [PaymentOwner, Payments, PaymentReads, PaymentOperations, PaymentLists, SessionTokens],
})
export class PaymentsModule {}
