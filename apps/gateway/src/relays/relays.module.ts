import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { SealingModule } from '../sealing';
import { RelaysController } from './http/relays.controller';
import { Relays } from './relays';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, SealingModule],
  controllers: [RelaysController],
  providers: [Relays],
})
export class RelaysModule {}
