import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { EphemeralKeySweep } from './ephemeral-key-sweep';
import { EphemeralKeys } from './ephemeral-keys';
import { EphemeralKeysController } from './http/ephemeral-keys.controller';

@Module({
  imports: [AuthModule],
  controllers: [EphemeralKeysController],
  providers: [EphemeralKeys, EphemeralKeySweep],
  exports: [EphemeralKeys],
})
export class EphemeralKeysModule {}
