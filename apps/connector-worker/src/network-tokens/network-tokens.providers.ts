import type { FactoryProvider } from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { egressPolicy } from '@payorch/platform/egress';
import { Broker, MessageProducer } from '@payorch/platform/kafka';
import { closedAtShutdown } from '@payorch/platform/lifecycle';
import { CurrentPrivateKeys, CvcVault, MerchantSeals } from '@payorch/platform/sealing';
import { provide, provideFrom, provideOptions } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import type { Config } from '../config';
import { TokenDeletionsTransport, TokenMessagesOptions, TokenQueriesTransport } from '../messages/token-messages';
import { CardOpener } from '../sealed/card-opener';
import { TokenProvisioner } from './provision-token';
import { TokenCalls } from './token-call';
import { TokenService } from './token-service';

/** What calls the token service, and the transports that bring its messages. */
export const networkTokenProviders = (config: Config, logger: Logger): FactoryProvider[] => {
  const { tokenService: target, connectTimeoutMs, tokenServiceTimeoutMs: timeoutMs, cryptogramTimeoutMs } = config;
  return [
    provide(TokenService, [], () => {
      const service = new TokenService({ target, connectTimeoutMs, policy: egressPolicy(config) });
      return closedAtShutdown(service, () => service.close());
    }),
    provideFrom(
      TokenProvisioner,
      { cards: CardOpener, vault: CvcVault, ring: CurrentPrivateKeys, service: TokenService },
      { timeoutMs, logger },
    ),
    provideFrom(
      TokenCalls,
      { service: TokenService, ring: CurrentPrivateKeys },
      { timeoutMs: cryptogramTimeoutMs, logger },
    ),
    provideOptions(
      TokenMessagesOptions,
      { provisioner: TokenProvisioner, service: TokenService, producer: MessageProducer, seals: MerchantSeals },
      { timeoutMs, clock: systemClock },
    ),
    provide(TokenQueriesTransport, [Broker], (broker: Broker) => new TokenQueriesTransport(broker)),
    provide(TokenDeletionsTransport, [Broker], (broker: Broker) => new TokenDeletionsTransport(broker)),
  ];
};
