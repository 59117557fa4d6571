import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { LimitsModule } from '../limits';
import { OwnersModule } from '../owners';
import { CredentialChecks } from './credential-checks';
import { CredentialChecksController } from './http/credential-checks.controller';

@Module({
  imports: [AuthModule, AccountsModule, LimitsModule, OwnersModule],
  controllers: [CredentialChecksController],
  providers: [CredentialChecks],
})
export class CredentialChecksModule {}
