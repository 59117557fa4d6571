import type { FactoryProvider } from '@nestjs/common';
import { CurrentPrivateKeys, CvcVault, followPrivateKeys, type RedisClient } from '@payorch/platform/sealing';
import { provide } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import type { Config } from '../config';
import { CardOpener } from './card-opener';
import { MethodDataOpener } from './method-data-opener';
import { Rewrapper } from './rewrapper';
import { redisClient } from './redis-client';

/** What opens sealed cards, with the private keys of the present. */
export const sealedProviders = (config: Config, logger: Logger): FactoryProvider[] => [
  provide(CurrentPrivateKeys, [], () => {
    const ring = new CurrentPrivateKeys(config.sealingPrivateKeys);
    followPrivateKeys(ring, { logger, everyMs: config.keysReloadEveryMs });
    return ring;
  }),
  provide(CvcVault, [redisClient], (redis: RedisClient) => new CvcVault(redis)),
  provide(
    CardOpener,
    [CurrentPrivateKeys, CvcVault],
    ({ keys }: CurrentPrivateKeys, vault: CvcVault) => new CardOpener(keys, vault),
  ),
  provide(MethodDataOpener, [CurrentPrivateKeys], ({ keys }: CurrentPrivateKeys) => new MethodDataOpener(keys)),
  provide(Rewrapper, [CurrentPrivateKeys], (ring: CurrentPrivateKeys) => new Rewrapper(ring)),
];
