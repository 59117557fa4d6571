import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { SettingsModule } from '../settings';
import { GsmRules } from './gsm-rules';
import { GsmRulesController } from './http/gsm-rules.controller';
import { GsmRuleRepository } from './persistence/gsm-rule.repository';

@Module({
  imports: [AuthModule, SettingsModule],
  controllers: [GsmRulesController],
  providers: [GsmRules, GsmRuleRepository],
})
export class GsmModule {}
