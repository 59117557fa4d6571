import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { ActiveAlgorithms } from './active-algorithms';
import { DefaultOrders } from './default-orders';
import { DynamicRouting } from './dynamic-routing';
import { FreshSender } from './fresh-sender';
import { DefaultOrdersController, PayoutDefaultOrdersController } from './http/default-orders.controller';
import { DynamicRoutingController } from './http/dynamic-routing.controller';
import { PayoutRoutingController } from './http/payout-routing.controller';
import { RoutingAlgorithmsController } from './http/routing-algorithms.controller';
import { RuleMigrationsController } from './http/rule-migrations.controller';
import { ThreeDsDecisionsController } from './http/three-ds-decisions.controller';
import { RoutingAlgorithms } from './routing-algorithms';
import { RuleMigrations } from './rule-migrations';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  // The paths with fixed parts first: an id stands in their place otherwise.
  controllers: [
    PayoutDefaultOrdersController,
    DefaultOrdersController,
    PayoutRoutingController,
    RoutingAlgorithmsController,
    ThreeDsDecisionsController,
    DynamicRoutingController,
    RuleMigrationsController,
  ],
  providers: [RoutingAlgorithms, ActiveAlgorithms, DefaultOrders, DynamicRouting, RuleMigrations, FreshSender],
})
export class RoutingAlgorithmsModule {}
