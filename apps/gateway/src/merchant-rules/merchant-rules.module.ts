import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { DecisionManagerController } from './http/decision-manager.controller';
import { SurchargeRulesController } from './http/surcharge-rules.controller';
import { MerchantRules } from './merchant-rules';

@Module({
  imports: [AuthModule, AccountsModule],
  controllers: [DecisionManagerController, SurchargeRulesController],
  providers: [MerchantRules],
})
export class MerchantRulesModule {}
