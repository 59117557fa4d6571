import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { SealingModule } from '../sealing';
import { Authentications } from './authentications';
import { AuthenticationsController } from './http/authentications.controller';

@Module({
  imports: [AuthModule, OwnersModule, SealingModule],
  controllers: [AuthenticationsController],
  providers: [Authentications],
})
export class AuthenticationsModule {}
