import type { Provider } from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { ConnectorHttp } from '@payorch/platform/http';
import { AccountSettings } from '@payorch/platform/kafka';
import { CurrentPrivateKeys, CvcVault, MerchantSeals } from '@payorch/platform/sealing';
import { provide, provideFrom, resealProvider, retentionProvider } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import { SyncPace } from '../admission/sync-pace';
import { OpenedAccounts } from '../accounts/opened-accounts';
import type { Config } from '../config';
import { TokenCalls } from '../network-tokens/token-call';
import { BeginChecker } from './check-begun';
import { DisputeCharges } from '../disputes/dispute-charges';
import { EvidenceFiles } from '../sealed/evidence-files';
import { CallPreparer } from './commands/call-preparer';
import { OperationLog } from './operation-log';
import { ProcessorCall } from '../calls/processor-call';
import { OperationRunner } from './run-operation';
import { OperationSync } from './sync-operation';
import { cardNetworksOf, UsedCvcs } from './commands/used-cvcs';
import { DeferredOperationRepository } from '../persistence/deferred-operation.repository';
import { OperationRepository } from '../persistence/operation.repository';
import { expiringEvents, expiringOperations } from '../persistence/operation.rows';
import { resealedTables } from '../persistence/resealed-tables';
import { Presence } from '../presence/presence';
import { CardOpener } from '../sealed/card-opener';
import { MethodDataOpener } from '../sealed/method-data-opener';
import { WebhookReceiver } from '../webhooks/receive-webhook';

const clock = systemClock;

/** What stores, begins and syncs operations. */
export const operationProviders = (config: Config, logger: Logger): Provider[] => {
  const { leaseMs, syncAgainMs, publicUrl, baseUrls, callTimeoutMs, accountVersionWaitMs: waitMs } = config;
  const parts = { log: OperationLog, accounts: OpenedAccounts, usedCvcs: UsedCvcs };
  const stores = { rows: OperationRepository, deferred: DeferredOperationRepository };
  return [
    OperationRepository,
    provide(OperationLog, [OperationRepository], (rows: OperationRepository) => new OperationLog(rows)),
    resealProvider(resealedTables, { config, logger }),
    provide(
      UsedCvcs,
      [CvcVault, AccountSettings],
      (vault: CvcVault, settings: AccountSettings) => new UsedCvcs({ vault, settings, networksOf: cardNetworksOf }),
    ),
    provide(ProcessorCall, [ConnectorHttp], (http: ConnectorHttp) => new ProcessorCall(http, config)),
    provide(
      OpenedAccounts,
      [AccountSettings, CurrentPrivateKeys],
      (settings: AccountSettings, { keys }: CurrentPrivateKeys) =>
        new OpenedAccounts({ settings, keys, logger, baseUrls, publicUrl, waitMs }),
    ),
    provideFrom(
      CallPreparer,
      {
        cards: CardOpener,
        methodData: MethodDataOpener,
        tokens: TokenCalls,
        evidence: EvidenceFiles,
        seals: MerchantSeals,
      },
      { clock, logger },
    ),
    provideFrom(OperationRunner, { ...parts, preparer: CallPreparer, processor: ProcessorCall }, { leaseMs, logger }),
    provideFrom(
      OperationSync,
      { ...parts, ...stores, processor: ProcessorCall, pace: SyncPace },
      { logger, syncAgainMs, absenceCountsAfterMs: 2 * callTimeoutMs },
    ),
    provideFrom(WebhookReceiver, { ...parts, rows: OperationRepository, charges: DisputeCharges }, { clock }),
    provide(
      BeginChecker,
      [OperationLog, OperationRepository, Presence, AccountSettings],
      (log: OperationLog, rows: OperationRepository, presence: Presence, { lanes }: AccountSettings) =>
        new BeginChecker({ log, rows, presence, lanes }),
    ),
    retentionProvider(
      [
        { rows: expiringOperations, retentionMs: config.operationRetentionMs },
        { rows: expiringEvents, retentionMs: config.processorEventRetentionMs },
      ],
      { config, logger },
    ),
  ];
};
