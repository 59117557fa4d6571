import { Module } from '@nestjs/common';
import { Requester } from '@payorch/platform/kafka';
import type { GatewayConfig } from '../config';
import { configToken } from '../tokens';
import { ClientSecrets } from './client-secrets';
import { OwnerClient } from './owner-client';

@Module({
  providers: [
    ClientSecrets,
    {
      provide: OwnerClient,
      inject: [Requester, configToken],
      useFactory: (requester: Requester, config: GatewayConfig) =>
        new OwnerClient(requester, {
          processorCallMs: config.processorReplyTimeoutMs,
          noProcessorCallMs: config.replyTimeoutMs,
          walletSessionMs: config.walletSessionTimeoutMs,
        }),
    },
  ],
  exports: [ClientSecrets, OwnerClient],
})
export class OwnersModule {}
