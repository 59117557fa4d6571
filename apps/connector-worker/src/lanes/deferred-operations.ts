import type { OnApplicationBootstrap } from '@nestjs/common';
import type { AccountRef } from '@payorch/contracts';
import { InvariantError, type MerchantId, type OperationId } from '@payorch/kernel';
import type { AccountGates, Place } from '@payorch/platform/http';
import type { Incoming } from '@payorch/platform/kafka';
import { decode, encode, Unreadable } from '@payorch/platform/kafka';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import type {
  DeferredOf,
  DeferredOperation,
  DeferredOperationRepository,
} from '../persistence/deferred-operation.repository';
import type { LaneTransports } from './lane-transports';
import type { OperationTurn } from '../admission/operation-turns';
import { shareOf } from '../calls/share-of';

interface Deferrable {
  readonly merchantId: MerchantId;
  readonly operationId: OperationId;
  readonly account: AccountRef;
  readonly notAfter?: string;
}

/** The message in the form in which it is stored and decoded later. */
export function deferredOperationOf({ message, data, context }: Incoming): DeferredOperation {
  const { merchantId, operationId, account, notAfter } = data as Deferrable;
  const { topic, key, value, headers } = encode({ message, data, context });
  return {
    merchantId,
    operationId,
    account,
    share: shareOf(message) ?? 'follow_up',
    expiresAt: notAfter === undefined ? null : new Date(notAfter),
    message: { topic, key, value: value.toString(), headers },
  };
}

export interface DeferredOperationsOptions {
  readonly rows: DeferredOperationRepository;
  readonly gates: AccountGates;
  /** The lanes of this worker, whose handlers carry the operations out. */
  readonly lanes: Pick<LaneTransports, 'isOwn' | 'registry' | 'handle'>;
  readonly logger: Logger;
  /** Longer than any operation takes. When a worker dies, other workers take its operations after this time. */
  readonly leaseMs: number;
  readonly everyMs: number;
}

/** How many rounds are skipped after a round that found no operation. */
const idleRoundsToSkip = 4;

/**
 * Begins deferred operations, the oldest of each connector account first, when the account has room. Each occupies a place
 * at its account, like an operation from the topic. A charge that may no longer begin is refused.
 */
export class DeferredOperations implements OnApplicationBootstrap {
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;
  private roundsToSkip = 0;
  /** The connectors whose gauge was set: without deferred operations it falls to 0. */
  private readonly measured = new Set<string>();

  constructor(private readonly options: DeferredOperationsOptions) {}

  onApplicationBootstrap(): void {
    let isBusy = false;
    this.timer = setInterval(() => {
      if (isBusy || this.roundsToSkip-- > 0) return;
      isBusy = true;
      void this.round()
        .then((waiting) => (this.roundsToSkip = waiting === 0 ? idleRoundsToSkip : 0))
        .catch((error: Error) =>
          this.options.logger.warn({ error }, 'deferred operations could not be begun; the worker retries'),
        )
        .finally(() => (isBusy = false));
    }, this.options.everyMs);
    this.timer.unref();
  }

  /** At the begin of a drain. Begins no more operations, and waits for the running ones. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await Promise.all(this.running);
  }

  /** Begins the operations that find a place now; returns the number of waiting ones. */
  async round(): Promise<number> {
    const { rows, lanes } = this.options;
    const waiting = (await rows.waiting()).filter(({ account }) => lanes.isOwn(account));
    for (const { account } of waiting) this.measured.add(account.connector);
    for (const connector of this.measured)
      metrics.setDeferredOperations(connector, sumOf(waiting.filter(({ account }) => account.connector === connector)));
    await this.refuseExpired();
    for (const of of waiting) await this.beginAllOf(of);
    return sumOf(waiting);
  }

  private async refuseExpired(): Promise<void> {
    const { rows, leaseMs } = this.options;
    while (!this.isStopping) {
      const expired = await rows.takeExpired(leaseMs);
      if (!expired) return;
      await this.run(expired, { kind: 'refuse', reason: 'BULKHEAD_FULL', end: () => undefined });
    }
  }

  private async beginAllOf(of: DeferredOf): Promise<void> {
    const { rows, gates, leaseMs } = this.options;
    const gate = gates.of(of.account.merchantConnectorId, of.account.connector);
    while (!this.isStopping) {
      const entry = gate.enter(of.share, performance.now());
      if (entry.kind === 'wait') return;
      const deferred = await rows.take(of, leaseMs).catch((error: unknown) => {
        entry.place.leave();
        throw error;
      });
      if (!deferred) return entry.place.leave();
      this.begin(deferred, entry.place);
    }
  }

  /** When the operation ends, the next one of its account begins. */
  private begin(deferred: DeferredOperation, place: Place): void {
    const run = this.run(deferred, { kind: 'begin', end: () => place.leave() })
      .then(() => place.leave())
      .then(() => this.beginAllOf(deferred))
      .catch((error: Error) => {
        this.options.logger.warn({ error, ...factsOf(deferred) }, 'a deferred operation failed; the worker retries it');
      })
      .finally(() => {
        place.leave();
        this.running.delete(run);
      });
    this.running.add(run);
  }

  private async run(deferred: DeferredOperation, turn: OperationTurn): Promise<void> {
    const { lanes, rows } = this.options;
    const { topic, key, value, headers } = deferred.message;
    const record = { topic, partition: 0, offset: '0', timestamp: '0', key: key === null ? null : Buffer.from(key) };
    const read = decode(lanes.registry, { ...record, value: Buffer.from(value), headers: { ...headers } });
    if (read instanceof Unreadable) throw new InvariantError(`a deferred message is no longer readable: ${read.cause}`);
    await lanes.handle(read, { incoming: read, turn, isExpired: false });
    await rows.remove(deferred);
  }
}

const sumOf = (waiting: readonly { readonly count: number }[]): number =>
  waiting.reduce((sum, { count }) => sum + count, 0);

const factsOf = ({ merchantId, operationId }: DeferredOperation): Record<string, string> => ({
  merchant_id: merchantId,
  operation_id: operationId,
});
