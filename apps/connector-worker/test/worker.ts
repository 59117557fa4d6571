import { Test } from '@nestjs/testing';
import type { Connector } from '@payorch/connector-kit';
import type { AccountRef, ConnectorAccountSettings } from '@payorch/contracts';
import {
  connectorAccountSettings,
  inlineCredentialsSettings,
  profileDefaults,
  profileSettings,
  topics,
} from '@payorch/contracts';
import { connectorNames } from '@payorch/connectors';
import type { ConnectorName } from '@payorch/connectors';
import { freshSchema } from '@payorch/harness';
import { Secret, systemClock } from '@payorch/kernel';
import { AccountGates, ConnectorHttp, defaultGatePolicy } from '@payorch/platform/http';
import type { GatePolicy } from '@payorch/platform/http';
import type { EncodedMessage, Incoming, KeyedDelivery } from '@payorch/platform/kafka';
import { AccountSettings, createKafka, messageRegistry, MessageServer } from '@payorch/platform/kafka';
import { openDatabase } from '@payorch/platform/postgres';
import type { CvcVault } from '@payorch/platform/sealing';
import { silentLogger, type Logger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { EvidenceFiles } from '../src/sealed/evidence-files';
import { type OperationTurn, OperationTurns } from '../src/admission/operation-turns';
import { deferredOperationOf, DeferredOperations } from '../src/lanes/deferred-operations';
import { SyncPace } from '../src/admission/sync-pace';
import { OpenedAccounts } from '../src/accounts/opened-accounts';
import { lanesAmong } from '@payorch/contracts';
import { LaneTransport, type LaneTransportOptions } from '../src/lanes/lane-transport';
import { DisputeCharges } from '../src/disputes/dispute-charges';
import { DisputeMatcher } from '../src/disputes/dispute-matcher';
import { DisputeReader } from '../src/disputes/dispute-reader';
import { DisputesFetcher } from '../src/disputes/fetch-disputes';
import { RecordsFetcher } from '../src/records/fetch-records';
import { ConnectorHandlers, ConnectorHandlersOptions } from '../src/messages/connector.handlers';
import { CallPreparer } from '../src/operations/commands/call-preparer';
import { OperationLog } from '../src/operations/operation-log';
import { ProcessorCall } from '../src/calls/processor-call';
import { OperationRunner } from '../src/operations/run-operation';
import { OperationSync } from '../src/operations/sync-operation';
import { DeferredOperationRepository } from '../src/persistence/deferred-operation.repository';
import { OperationRepository } from '../src/persistence/operation.repository';
import { entities, migrations, schema } from '../src/persistence/schema';
import { UnmatchedDisputeRepository } from '../src/persistence/unmatched-dispute.repository';
import { cardNetworksOf, UsedCvcs } from '../src/operations/commands/used-cvcs';
import { CardOpener } from '../src/sealed/card-opener';
import { MethodDataOpener } from '../src/sealed/method-data-opener';
import { WebhookReceiver } from '../src/webhooks/receive-webhook';
import { Shop, shopSeals, shopSeals as seals } from './builders';
import { FakeProcessor } from './processor';

/** A CVC vault in memory. */
export class FakeVault implements Pick<CvcVault, 'read' | 'delete'> {
  readonly cvcs = new Map<string, string>();

  async read(reference: string) {
    const sealedCvc = this.cvcs.get(reference);
    return sealedCvc === undefined ? ({ kind: 'lost' } as const) : ({ kind: 'read', sealedCvc } as const);
  }

  async delete(reference: string) {
    this.cvcs.delete(reference);
  }
}

export interface WorkerOptions {
  readonly callTimeoutMs?: number;
  readonly leaseMs?: number;
  /** Replaces the connector that the account names. */
  readonly connector?: Connector;
  readonly gate?: GatePolicy;
  readonly logger?: Pick<Logger, 'error'>;
  /** The lane that the worker consumes; default: a transport that is never started. */
  readonly transport?: Pick<LaneTransportOptions, 'lane' | 'broker' | 'maxInFlight'>;
}

const withoutBroker: NonNullable<WorkerOptions['transport']> = {
  lane: lanesAmong(['connector.commands.shared', 'connector.webhooks.shared'])[0]!,
  maxInFlight: 256,
  broker: {
    kafka: createKafka({ brokers: [], clientId: 'spec', log: silentLogger }),
    log: silentLogger,
    producer: { send: () => Promise.resolve() },
    times: {},
  },
};

/** What Nest offers the handlers of a worker to. */
class Handlers extends MessageServer<KeyedDelivery<OperationTurn>, void> {
  readonly handles = [topics.connectorCommands.name, topics.connectorWebhooks.name];

  override listen(callback: () => void): void {
    callback();
  }

  override close(): void {}

  override unwrap<T>(): T {
    return this as never;
  }
}

/** The handlers of a worker, registered as Nest does in the app. */
async function handlersOf(options: ConnectorHandlersOptions): Promise<Handlers> {
  const strategy = new Handlers();
  const providers = [{ provide: ConnectorHandlersOptions, useValue: options }];
  const module = await Test.createTestingModule({ controllers: [ConnectorHandlers], providers }).compile();
  await module.createNestMicroservice({ strategy }).init();
  return strategy;
}

/** The migrated database of a spec, and a function that drops it. */
export async function workerDatabase(): Promise<{ database: DataSource; drop: () => Promise<void> }> {
  const fresh = await freshSchema('connector_worker');
  const database = await openDatabase({
    url: new Secret(fresh.url),
    schema,
    entities,
    migrations,
    logger: silentLogger,
  });
  const drop = async (): Promise<void> => {
    await database.destroy();
    await fresh.drop();
  };
  return { database, drop };
}

const settingsMessage = (data: ConnectorAccountSettings) =>
  ({ message: connectorAccountSettings, data, key: null }) as unknown as Incoming;

/** Enables automatic retries for the profile of a worker's shop. */
export function enableRetries({ settings, shop: { merchantId, profileId } }: Pick<Worker, 'settings' | 'shop'>): void {
  const data = { ...profileDefaults(merchantId, profileId), autoRetries: true, maxAutoRetries: 1 };
  settings.apply({ message: profileSettings, data, key: null } as unknown as Incoming);
}

/** The account of a worker's shop, with credentials that a request brought. */
export function withCredentials({ settings, shop }: Pick<Worker, 'settings' | 'shop'>): AccountRef {
  const data = shop.inlineCredentials();
  settings.apply({ message: inlineCredentialsSettings, data, key: null } as unknown as Incoming);
  return { ...shop.account, merchantConnectorId: data.merchantConnectorId };
}

/** Accounts that all use this connector. */
const accountsOf = (
  connector: Connector,
  opened: OpenedAccounts,
  baseUrl: string,
): Pick<OpenedAccounts, 'caughtUp' | 'account' | 'idsOf'> => {
  const details = { auth_type: 'HeaderKey', api_key: 'sk_test' };
  const bound = connector.bind({ details, metadata: null, baseUrl })!;
  return {
    caughtUp: (merchantId, version) => opened.caughtUp(merchantId, version),
    idsOf: (merchantId, account) => opened.idsOf(merchantId, account),
    account: () => ({ connector, bound, pin: baseUrl, webhookSecrets: [] }),
  };
};

/** The parts of one worker process with a real database and a fake processor. */
export async function startWorker(database: DataSource, options: WorkerOptions = {}) {
  const { callTimeoutMs = 1_000, leaseMs = 1_000, connector, gate = defaultGatePolicy } = options;
  const shop = new Shop();
  const processor = new FakeProcessor();
  const baseUrl = await processor.start();
  const baseUrls = Object.fromEntries(connectorNames.map((name) => [name, baseUrl])) as Record<ConnectorName, string>;
  const settings = new AccountSettings();
  settings.apply(settingsMessage(shop.settings()));
  const keys = shop.keys.privateKeys;
  const opened = new OpenedAccounts({
    settings,
    keys,
    baseUrls,
    publicUrl: 'https://switch.example',
    waitMs: 50,
    logger: silentLogger,
  });
  const accounts = connector ? accountsOf(connector, opened, baseUrl) : opened;
  const rows = new OperationRepository(database, seals);
  const deferred = new DeferredOperationRepository(database);
  const log = new OperationLog(rows);
  const gates = new AccountGates(() => gate);
  const pace = new SyncPace({ perSecond: 1_000, longestMs: 60_000 });
  const turns = new OperationTurns({
    gates,
    pace,
    clock: systemClock,
    maxQueued: 100,
    maxQueuedTotal: 1_000,
    fallbackAfterMs: 200,
    syncWaitMs: 200,
    deferAfterMs: 200,
  });
  const http = new ConnectorHttp({ gates, connectTimeoutMs: 500 });
  const call = new ProcessorCall(http, { callTimeoutMs, connectTimeoutMs: 500 });
  const vault = new FakeVault();
  const usedCvcs = new UsedCvcs({ vault, settings, networksOf: cardNetworksOf });
  const cards = new CardOpener(keys, vault);
  const evidence = new Map<string, Buffer>();
  const preparer = new CallPreparer({
    cards,
    methodData: new MethodDataOpener(keys),
    // There is no token service: every card is charged by its number.
    tokens: { choose: (_operation, { byNumber }) => byNumber },
    evidence: new EvidenceFiles({ get: async ({ fileId }) => evidence.get(fileId) }),
    seals: shopSeals,
    clock: systemClock,
    logger: silentLogger,
  });
  const runner = new OperationRunner({
    log,
    accounts,
    preparer,
    processor: call,
    usedCvcs,
    leaseMs,
    logger: silentLogger,
  });
  const sync = new OperationSync({
    log,
    rows,
    deferred,
    logger: options.logger ?? silentLogger,
    accounts,
    processor: call,
    usedCvcs,
    pace,
    syncAgainMs: 30_000,
    absenceCountsAfterMs: 2 * callTimeoutMs,
  });
  const unmatched = new UnmatchedDisputeRepository(database);
  const charges = new DisputeCharges({ rows, unmatched, accounts });
  const reading = { accounts, processor: call, logger: options.logger ?? silentLogger };
  const disputes = new DisputeReader(reading);
  const fetcher = new DisputesFetcher({ ...reading, charges });
  const records = new RecordsFetcher(reading);
  const webhooks = new WebhookReceiver({ accounts, log, rows, usedCvcs, charges, clock: systemClock });
  const sent: EncodedMessage[] = [];
  const producer = { send: async (messages: readonly EncodedMessage[]) => void sent.push(...messages) };
  const defer = (incoming: Incoming): Promise<void> => deferred.add(deferredOperationOf(incoming));
  const matcher = new DisputeMatcher({
    unmatched,
    charges,
    producer,
    seals: shopSeals,
    clock: systemClock,
    logger: silentLogger,
    everyMs: 3_600_000,
    retainedForMs: 35 * 86_400_000,
  });
  const handlers = await handlersOf({
    runner,
    disputes,
    fetcher,
    records,
    charges,
    sync,
    webhooks,
    rows,
    accounts,
    producer,
    seals: shopSeals,
    clock: systemClock,
    logger: silentLogger,
  });
  const { handle } = handlers;
  const registry = messageRegistry(handlers.messages);
  const transport = new LaneTransport({ ...(options.transport ?? withoutBroker), turns, defer, handle, registry });
  const deferredOperations = new DeferredOperations({
    rows: deferred,
    gates,
    lanes: { handle, registry, isOwn: () => true },
    logger: silentLogger,
    leaseMs: 30_000,
    everyMs: 50,
  });
  const stop = async (): Promise<void> => {
    await deferredOperations.stop();
    await http.close();
    await processor.stop();
  };
  const { pin } = accounts.account(shop.merchantId, shop.account)!;
  const stored = {
    rows,
    deferred,
    deferredOperations,
    log,
    vault,
    unmatched,
    matcher,
    disputes,
    fetcher,
    records,
    evidence,
  };
  return {
    pin,
    turns,
    shop,
    processor,
    call,
    settings,
    runner,
    sync,
    webhooks,
    transport,
    handle,
    sent,
    stop,
    ...stored,
  };
}
export type Worker = Awaited<ReturnType<typeof startWorker>>;
