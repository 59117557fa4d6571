import type { FactoryProvider } from '@nestjs/common';
import { topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { Broker, MessageProducer } from '@payorch/platform/kafka';
import { RotationTransport } from '@payorch/platform/rewrap';
import { CurrentPrivateKeys, MerchantSeals } from '@payorch/platform/sealing';
import { provide, provideFrom, provideOptions } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import { OpenedAccounts } from '../accounts/opened-accounts';
import { ProcessorCall } from '../calls/processor-call';
import type { Config } from '../config';
import { DisputeCharges } from '../disputes/dispute-charges';
import { DisputeReader } from '../disputes/dispute-reader';
import { DisputesFetcher } from '../disputes/fetch-disputes';
import { RecordsFetcher } from '../records/fetch-records';
import { ConnectorHandlersOptions } from './connector.handlers';
import { DeferredOperations } from '../lanes/deferred-operations';
import { BeginChecksOptions, BeginChecksTransport } from './begin-checks';
import { isRetryable } from '../lanes/retryable-faults';
import { RewrapsOptions } from './rewraps';
import { BeginChecker } from '../operations/check-begun';
import { OperationRunner } from '../operations/run-operation';
import { OperationSync } from '../operations/sync-operation';
import { OperationRepository } from '../persistence/operation.repository';
import { HealthReports } from '../presence/health-reports';
import { Presence } from '../presence/presence';
import { Rewrapper } from '../sealed/rewrapper';
import { WebhookReceiver } from '../webhooks/receive-webhook';

const clock = systemClock;

/** The parts of the message handlers, and what consumes messages outside the lanes. */
export const messageProviders = (config: Config, logger: Logger): FactoryProvider[] => [
  provideFrom(RecordsFetcher, { accounts: OpenedAccounts, processor: ProcessorCall }, { logger }),
  provideOptions(
    ConnectorHandlersOptions,
    {
      runner: OperationRunner,
      sync: OperationSync,
      webhooks: WebhookReceiver,
      rows: OperationRepository,
      accounts: OpenedAccounts,
      disputes: DisputeReader,
      fetcher: DisputesFetcher,
      records: RecordsFetcher,
      charges: DisputeCharges,
      producer: MessageProducer,
      seals: MerchantSeals,
    },
    { clock, logger },
  ),
  provideOptions(
    BeginChecksOptions,
    { checker: BeginChecker, producer: MessageProducer, seals: MerchantSeals },
    { clock, logger },
  ),
  provideOptions(RewrapsOptions, { rewrapper: Rewrapper, producer: MessageProducer }, { clock }),
  provide(
    BeginChecksTransport,
    [Broker, Presence, DeferredOperations, HealthReports],
    (broker: Broker, presence: Presence, deferred: DeferredOperations, health: HealthReports) =>
      // A worker that drains begins no more operations, neither from topics nor from disk.
      new BeginChecksTransport(broker, async () => {
        health.stop();
        await Promise.all([presence.stop(), deferred.stop()]);
      }),
  ),
  // Each worker has every key, so that all workers share one group.
  provide(RotationTransport, [Broker, CurrentPrivateKeys], (broker: Broker, ring: CurrentPrivateKeys) => {
    const topic = topics.connectorRewraps.name;
    const consumer = { ...broker, groupId: 'connector-worker.rewraps', topics: [topic], isTransient: isRetryable };
    const isTurning = (): boolean => ring.keys.size > 1;
    return new RotationTransport({ ...consumer, isTurning, everyMs: config.keysReloadEveryMs });
  }),
];
