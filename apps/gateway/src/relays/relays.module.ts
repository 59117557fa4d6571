import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { RelaysController } from './http/relays.controller';
import { Relays } from './relays';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  controllers: [RelaysController],
  providers: [Relays],
})
export class RelaysModule {}
