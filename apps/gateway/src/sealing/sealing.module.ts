import { Module } from '@nestjs/common';
import { CvcVault, type PublicKey } from '@payorch/platform/sealing';
import { CardFacts, CardsModule } from '../cards';
import type { GatewayConfig } from '../config';
import { configToken, sealingKeyToken } from '../tokens';
import { CardSealer } from './seal-card';

/** Seals the payment method data of requests. */
@Module({
  imports: [CardsModule],
  providers: [
    {
      provide: CardSealer,
      inject: [sealingKeyToken, CvcVault, CardFacts, configToken],
      useFactory: (sealingKey: PublicKey, vault: CvcVault, facts: CardFacts, config: GatewayConfig) =>
        new CardSealer({ sealingKey, vault, facts, fingerprintKey: config.cardFingerprintSecret }),
    },
  ],
  exports: [CardSealer],
})
export class SealingModule {}
