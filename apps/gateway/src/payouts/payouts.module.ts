import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { CustomersModule } from '../customers';
import { OwnerLists } from '../lists';
import { OwnersModule } from '../owners';
import { PageDomainsModule } from '../page-domains';
import { SealingModule } from '../sealing';
import { BlockedDestinations } from './blocked-destinations';
import { PayoutListsController } from './http/payout-lists.controller';
import { PayoutsController } from './http/payouts.controller';
import { PayoutCustomers } from './payout-customers';
import { PayoutDestinations } from './payout-destinations';
import { PayoutLinks } from './payout-links';
import { PayoutLists } from './payout-lists';
import { PayoutOperations } from './payout-operations';
import { PayoutOwner } from './payout-owner';
import { Payouts } from './payouts';
import { SavedDestinations } from './saved-destinations';

@Module({
  imports: [AuthModule, AccountsModule, CustomersModule, OwnersModule, PageDomainsModule, SealingModule],
  controllers: [PayoutListsController, PayoutsController],
  providers: [
    OwnerLists,
    PayoutOwner,
    PayoutCustomers,
    PayoutDestinations,
    SavedDestinations,
    BlockedDestinations,
    PayoutLinks,
    Payouts,
    PayoutOperations,
    PayoutLists,
  ],
  exports: [Payouts],
})
export class PayoutsModule {}
