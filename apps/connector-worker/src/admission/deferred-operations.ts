import type { AccountRef } from '@payorch/contracts';
import { InvariantError, type MerchantId, type OperationId } from '@payorch/kernel';
import type { AccountGates, Place } from '@payorch/platform/http';
import type { Incoming, KeyedTransport } from '@payorch/platform/kafka';
import { decode, encode, Unreadable } from '@payorch/platform/kafka';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import type { DeferredOperation, DeferredOperationRepository } from '../persistence/deferred-operation.repository';
import type { OperationTurn } from './operation-turns';

interface FollowUp {
  readonly merchantId: MerchantId;
  readonly operationId: OperationId;
  readonly account: AccountRef;
}

/** The message in the form in which it is stored and decoded later. */
export function deferredOperationOf({ message, data, context }: Incoming): DeferredOperation {
  const { merchantId, operationId, account } = data as FollowUp;
  const { topic, key, value, headers } = encode({ message, data, context });
  return { merchantId, operationId, account, message: { topic, key, value: value.toString(), headers } };
}

export interface DeferredOperationsOptions {
  readonly rows: DeferredOperationRepository;
  readonly gates: AccountGates;
  /** The connectors that this worker calls, each with the transport that reads and handles its messages. */
  readonly transports: ReadonlyMap<string, Pick<KeyedTransport<OperationTurn>, 'registry' | 'handle'>>;
  readonly logger: Logger;
  /** Longer than any operation takes. When a worker dies, other workers take its operations after this time. */
  readonly leaseMs: number;
  readonly everyMs: number;
}

/** How many rounds are skipped after a round that found no operation. */
const idleRoundsToSkip = 4;

/**
 * Begins deferred follow-ups, the oldest of each connector account first, when the account has room. Each occupies a place
 * at its account, like an operation from the topic.
 */
export class DeferredOperations {
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;
  private roundsToSkip = 0;

  constructor(private readonly options: DeferredOperationsOptions) {}

  start(): void {
    let isBusy = false;
    this.timer = setInterval(() => {
      if (isBusy || this.roundsToSkip-- > 0) return;
      isBusy = true;
      void this.round()
        .then((waiting) => (this.roundsToSkip = waiting === 0 ? idleRoundsToSkip : 0))
        .catch((error: Error) =>
          this.options.logger.warn({ error }, 'deferred follow-ups could not be begun; the worker retries'),
        )
        .finally(() => (isBusy = false));
    }, this.options.everyMs);
    this.timer.unref();
  }

  /** Begins no more operations, and waits for the running ones. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await Promise.all(this.running);
  }

  /** Begins the operations that find a place now; returns the number of waiting ones. */
  async round(): Promise<number> {
    const connectors = [...this.options.transports.keys()];
    const waiting = await this.options.rows.waiting(connectors);
    for (const connector of connectors)
      metrics.setDeferredOperations(connector, sumOf(waiting.filter(({ account }) => account.connector === connector)));
    for (const { account } of waiting) await this.beginAllOf(account);
    return sumOf(waiting);
  }

  private async beginAllOf(account: AccountRef): Promise<void> {
    const { rows, gates, leaseMs } = this.options;
    const gate = gates.of(account.merchantConnectorId, account.connector);
    while (!this.isStopping) {
      const entry = gate.enter('follow_up', performance.now());
      if (entry.kind === 'wait') return;
      const deferred = await rows.take(account, leaseMs).catch((error: unknown) => {
        entry.place.leave();
        throw error;
      });
      if (!deferred) return entry.place.leave();
      this.begin(deferred, entry.place);
    }
  }

  /** When the operation ends, the next one of its account begins. */
  private begin(deferred: DeferredOperation, place: Place): void {
    const run = this.run(deferred, place)
      .then(() => place.leave())
      .then(() => this.beginAllOf(deferred.account))
      .catch((error: Error) => {
        this.options.logger.warn({ error, ...factsOf(deferred) }, 'a deferred follow-up failed; the worker retries it');
      })
      .finally(() => {
        place.leave();
        this.running.delete(run);
      });
    this.running.add(run);
  }

  private async run(deferred: DeferredOperation, place: Place): Promise<void> {
    const { transports, rows } = this.options;
    const transport = transports.get(deferred.account.connector)!;
    const { topic, key, value, headers } = deferred.message;
    const record = { topic, partition: 0, offset: '0', timestamp: '0', key: key === null ? null : Buffer.from(key) };
    const read = decode(transport.registry, { ...record, value: Buffer.from(value), headers: { ...headers } });
    if (read instanceof Unreadable) throw new InvariantError(`a deferred message is no longer readable: ${read.cause}`);
    const turn = { kind: 'begin', end: () => place.leave() } as const;
    await transport.handle(read, { incoming: read, turn, isExpired: false });
    await rows.remove(deferred);
  }
}

const sumOf = (waiting: readonly { readonly count: number }[]): number =>
  waiting.reduce((sum, { count }) => sum + count, 0);

const factsOf = ({ merchantId, operationId }: DeferredOperation): Record<string, string> => ({
  merchant_id: merchantId,
  operation_id: operationId,
});
