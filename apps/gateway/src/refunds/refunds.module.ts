import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnerLists } from '../lists';
import { OwnersModule } from '../owners';
import { RefundListsController } from './http/refund-lists.controller';
import { RefundsController } from './http/refunds.controller';
import { RefundLists } from './refund-lists';
import { Refunds } from './refunds';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  controllers: [RefundListsController, RefundsController],
  providers: [OwnerLists, Refunds, RefundLists],
})
export class RefundsModule {}
