import type { AccountRef } from '@payorch/contracts';
import { topics } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { ConnectorLanes, KeyedDelivery, MessageRegistry } from '@payorch/platform/kafka';
import { messageRegistry, MessageServer } from '@payorch/platform/kafka';
import type { OperationTurn } from '../admission/operation-turns';
import type { HealthReports } from '../presence/health-reports';
import type { Presence } from '../presence/presence';
import { type Lane, lanesAmong } from '@payorch/contracts';
import type { BrokerTopics } from './broker-topics';
import { LaneMoves, type LaneOffsets } from './lane-moves';
import { LaneTransport, type LaneTransportOptions } from './lane-transport';

export interface LaneTransportsOptions extends Omit<LaneTransportOptions, 'lane' | 'moves' | 'registry' | 'handle'> {
  readonly lanes: Pick<ConnectorLanes, 'laneOf' | 'lastMove'>;
  /** The lanes that this instance consumes; `*`: every lane. */
  readonly own: readonly string[];
  readonly topics: Pick<BrokerTopics, 'list'> & LaneOffsets;
  readonly presence: Pick<Presence, 'join' | 'leave'>;
  readonly health: Pick<HealthReports, 'consume'>;
  readonly clock: Clock;
  /** How often the worker looks for lanes that are new or gone. */
  readonly everyMs: number;
}

/**
 * The lanes of this worker, one consumer each. An operator may add and delete lanes while it runs: it begins with a lane when the
 * broker has its topics, and leaves it when they are gone.
 */
export class LaneTransports extends MessageServer<KeyedDelivery<OperationTurn>, void> {
  readonly handles = [topics.connectorCommands.name, topics.connectorWebhooks.name];
  private readonly open = new Map<string, LaneTransport>();
  private readonly moves: LaneMoves;
  /** Every lane of the broker, as of the last look. */
  private all: readonly Lane[] = [];
  private known: MessageRegistry | undefined;
  private watching: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(private readonly options: LaneTransportsOptions) {
    super();
    const { lanes, topics: offsets, clock, broker } = options;
    this.moves = new LaneMoves({ lanes, offsets, all: () => this.all, clock, log: broker.log });
  }

  get registry(): MessageRegistry {
    return (this.known ??= messageRegistry(this.messages));
  }

  /** Whether this worker consumes the lane of the account. */
  isOwn(account: AccountRef): boolean {
    const name = this.options.lanes.laneOf(account);
    return this.all.some((lane) => !lane.isFormer && lane.name === name && this.open.has(lane.groupId));
  }

  override listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  override unwrap<T>(): T {
    return this.open as T;
  }

  /** Resolves when this worker consumes its lanes. Waits for the broker and for the first lane without a limit. */
  async start(): Promise<void> {
    const { everyMs, broker } = this.options;
    while (!this.isClosing && this.open.size === 0) {
      await this.look();
      if (this.open.size > 0) break;
      broker.log.warn({ lanes: this.options.own }, 'the broker has none of the lanes of this worker yet');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    let isLooking = false;
    this.watching = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      void this.look()
        .catch((err: Error) => broker.log.warn({ err }, 'a lane could not be begun or left; the worker retries'))
        .finally(() => (isLooking = false));
    }, everyMs);
  }

  override async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.watching);
    await Promise.all([...this.open.values()].map((transport) => transport.close()));
  }

  /** Begins with lanes that are new at the broker, and leaves those that are gone. */
  private async look(): Promise<void> {
    const { own, topics: broker, health } = this.options;
    const names = await broker.list();
    if (!names || this.isClosing) return;
    this.all = lanesAmong(names);
    const wanted = new Map(
      this.all.filter(({ name }) => own.includes('*') || own.includes(name)).map((lane) => [lane.groupId, lane]),
    );
    const fresh = [...wanted.values()].filter(({ groupId }) => !this.open.has(groupId));
    const gone = [...this.open.keys()].filter((groupId) => !wanted.has(groupId));
    if (fresh.length === 0 && gone.length === 0) return;
    // Routing may choose a connector account as soon as the commands of its lane will be consumed.
    health.consume([...wanted.values()]);
    await Promise.all([...fresh.map((lane) => this.begin(lane)), ...gone.map((groupId) => this.leave(groupId))]);
  }

  private async begin(lane: Lane): Promise<void> {
    const { broker, presence } = this.options;
    const { registry, handle, moves } = this;
    const transport = new LaneTransport({ ...this.options, lane, moves, registry, handle });
    this.open.set(lane.groupId, transport);
    transport.on('assigned', () => presence.join(lane));
    transport.on('deadLettered', (poison) => this.events.emit('deadLettered', poison));
    await transport.start();
    broker.log.info({ lane: lane.name, ...(lane.isFormer && { former: true }) }, 'this worker consumes a lane');
  }

  private async leave(groupId: string): Promise<void> {
    const { broker, presence } = this.options;
    const transport = this.open.get(groupId);
    this.open.delete(groupId);
    presence.leave(groupId);
    await transport?.close();
    broker.log.info({ groupId }, 'the topics of a lane are gone: this worker leaves it');
  }
}
