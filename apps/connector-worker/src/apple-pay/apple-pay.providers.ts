import type { FactoryProvider } from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { egressPolicy } from '@payorch/platform/egress';
import { Broker, MessageProducer } from '@payorch/platform/kafka';
import { CurrentPrivateKeys, MerchantSeals } from '@payorch/platform/sealing';
import { provide, provideFrom, provideOptions } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import { OpenedAccounts } from '../accounts/opened-accounts';
import { CredentialsVerifier } from '../accounts/verify-credentials';
import type { Config } from '../config';
import { ConnectorQueriesOptions, ConnectorQueriesTransport } from '../messages/connector-queries';
import { ProcessorCall } from '../calls/processor-call';
import { WebhookRegistrar } from '../webhooks/register-webhook';
import { WalletDetailsOpener } from '../sealed/wallet-details-opener';
import { ApplePayGateway } from './apple-pay-gateway';
import { MerchantValidation } from './merchant-validation';

/** What validates shops for Apple Pay verifies credentials and registers webhooks, and the transport that brings the queries for all. */
export const applePayProviders = (config: Config, logger: Logger): FactoryProvider[] => {
  const { applePayGateway: url, applePayGatewayCa: ca, connectTimeoutMs, callTimeoutMs, baseUrls } = config;
  return [
    provide(WalletDetailsOpener, [CurrentPrivateKeys], ({ keys }: CurrentPrivateKeys) => new WalletDetailsOpener(keys)),
    provide(
      ApplePayGateway,
      [],
      () => new ApplePayGateway({ url, ca, connectTimeoutMs, policy: egressPolicy(config) }),
    ),
    provideFrom(
      MerchantValidation,
      { walletDetails: WalletDetailsOpener, gateway: ApplePayGateway },
      { logger, registrationTimeoutMs: callTimeoutMs },
    ),
    provide(
      CredentialsVerifier,
      [CurrentPrivateKeys, ProcessorCall],
      ({ keys }: CurrentPrivateKeys, processor: ProcessorCall) =>
        new CredentialsVerifier({ keys, processor, baseUrls, logger }),
    ),
    provideFrom(
      WebhookRegistrar,
      { accounts: OpenedAccounts, processor: ProcessorCall },
      { clock: systemClock, logger },
    ),
    provideOptions(
      ConnectorQueriesOptions,
      {
        validation: MerchantValidation,
        verifier: CredentialsVerifier,
        registrar: WebhookRegistrar,
        producer: MessageProducer,
        seals: MerchantSeals,
      },
      { clock: systemClock },
    ),
    provide(ConnectorQueriesTransport, [Broker], (broker: Broker) => new ConnectorQueriesTransport(broker)),
  ];
};
