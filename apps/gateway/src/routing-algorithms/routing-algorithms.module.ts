import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { RoutingAlgorithmsController } from './http/routing-algorithms.controller';
import { ThreeDsDecisionsController } from './http/three-ds-decisions.controller';
import { RoutingAlgorithms } from './routing-algorithms';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  controllers: [RoutingAlgorithmsController, ThreeDsDecisionsController],
  providers: [RoutingAlgorithms],
})
export class RoutingAlgorithmsModule {}
