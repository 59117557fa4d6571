import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { LimitsModule } from '../limits';
import { OwnersModule } from '../owners';
import { ApplePayDomains } from './apple-pay-domains';
import { ApplePayDomainsController } from './http/apple-pay-domains.controller';

@Module({
  imports: [AuthModule, AccountsModule, LimitsModule, OwnersModule],
  controllers: [ApplePayDomainsController],
  providers: [ApplePayDomains],
})
export class ApplePayDomainsModule {}
