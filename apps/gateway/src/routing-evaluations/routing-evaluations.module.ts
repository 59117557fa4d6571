import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { CardsModule } from '../cards';
import { OwnersModule } from '../owners';
import { RoutingEvaluationsController } from './http/routing-evaluations.controller';
import { RoutingEvaluations } from './routing-evaluations';

@Module({
  imports: [AuthModule, OwnersModule, CardsModule],
  controllers: [RoutingEvaluationsController],
  providers: [RoutingEvaluations],
})
export class RoutingEvaluationsModule {}
