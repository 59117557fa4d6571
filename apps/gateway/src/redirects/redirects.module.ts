import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { OwnersModule } from '../owners';
import { AuthenticationReturns } from './authentication-returns';
import { AuthenticationReturnsController } from './http/authentication-returns.controller';
import { RedirectsController } from './http/redirects.controller';
import { Redirects } from './redirects';

@Module({
  imports: [AccountsModule, OwnersModule],
  controllers: [RedirectsController, AuthenticationReturnsController],
  providers: [Redirects, AuthenticationReturns],
})
export class RedirectsModule {}
