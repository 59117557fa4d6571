import type { AccountRef } from '@payorch/contracts';
import { InvariantError, type MerchantId, type OperationId } from '@payorch/kernel';
import type { AccountGates, Place } from '@payorch/platform/http';
import type { Incoming, MessageRegistry } from '@payorch/platform/kafka';
import { decode, encode, Unreadable } from '@payorch/platform/kafka';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import type { Aside, OperationAsideRepository } from '../persistence/operation-aside.repository';
import type { OperationTurn } from './operation-turns';

interface FollowUp {
  readonly merchantId: MerchantId;
  readonly operationId: OperationId;
  readonly account: AccountRef;
}

/** As it is to be read again. */
export function asideOf({ message, data, context }: Incoming): Aside {
  const { merchantId, operationId, account } = data as FollowUp;
  const { topic, key, value, headers } = encode({ message, data, context });
  return { merchantId, operationId, account, message: { topic, key, value: value.toString(), headers } };
}

export interface OperationsAsideOptions {
  readonly rows: OperationAsideRepository;
  readonly gates: AccountGates;
  /** Those that this worker calls. */
  readonly connectors: readonly string[];
  readonly registry: MessageRegistry;
  readonly handle: (incoming: Incoming, turn: OperationTurn) => Promise<void>;
  readonly logger: Logger;
  /** Longer than any operation takes: a worker that dies leaves what it took to the others after that. */
  readonly leaseMs: number;
  readonly everyMs: number;
}

/** Rounds that are left out where nothing waited. */
const rarely = 4;

/**
 * Begins the follow-ups that were set aside, the oldest of each account first, as soon as their connector account takes them
 * again. Each has a place at its account, as if it had come from its topic.
 */
export class OperationsAside {
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;
  private roundsToSkip = 0;

  constructor(private readonly options: OperationsAsideOptions) {}

  start(): void {
    let isBusy = false;
    this.timer = setInterval(() => {
      if (isBusy || this.roundsToSkip-- > 0) return;
      isBusy = true;
      void this.round()
        .then((waiting) => (this.roundsToSkip = waiting === 0 ? rarely : 0))
        .catch((error: Error) =>
          this.options.logger.warn({ error }, 'follow-ups set aside could not be begun; trying again'),
        )
        .finally(() => (isBusy = false));
    }, this.options.everyMs);
    this.timer.unref();
  }

  /** Begins nothing more, and waits for what runs. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await Promise.all(this.running);
  }

  /** Begins what finds a place now; gives how many wait. */
  async round(): Promise<number> {
    const waiting = await this.options.rows.waiting(this.options.connectors);
    for (const connector of this.options.connectors)
      metrics.setOperationsWaiting(connector, sumOf(waiting.filter(({ account }) => account.connector === connector)));
    for (const { account } of waiting) await this.beginOf(account);
    return sumOf(waiting);
  }

  private async beginOf(account: AccountRef): Promise<void> {
    const { rows, gates, leaseMs } = this.options;
    const gate = gates.of(account.merchantConnectorId, account.connector);
    while (!this.isStopping) {
      const entry = gate.enter('follow_up', performance.now());
      if (entry.kind === 'wait') return;
      const aside = await rows.take(account, leaseMs).catch((error: unknown) => {
        entry.place.leave();
        throw error;
      });
      if (!aside) return entry.place.leave();
      this.begin(aside, entry.place);
    }
  }

  /** Where one has ended, the next of its account begins. */
  private begin(aside: Aside, place: Place): void {
    const run = this.run(aside, place)
      .then(() => place.leave())
      .then(() => this.beginOf(aside.account))
      .catch((error: Error) => {
        this.options.logger.warn(
          { error, ...factsOf(aside) },
          'a follow-up that was set aside failed; it begins again',
        );
      })
      .finally(() => {
        place.leave();
        this.running.delete(run);
      });
    this.running.add(run);
  }

  private async run(aside: Aside, place: Place): Promise<void> {
    const { topic, key, value, headers } = aside.message;
    const record = { topic, partition: 0, offset: '0', timestamp: '0', key: key === null ? null : Buffer.from(key) };
    const read = decode(this.options.registry, { ...record, value: Buffer.from(value), headers: { ...headers } });
    if (read instanceof Unreadable) throw new InvariantError(`set aside, and no longer readable: ${read.cause}`);
    await this.options.handle(read, { kind: 'begin', end: () => place.leave() });
    await this.options.rows.remove(aside);
  }
}

const sumOf = (waiting: readonly { readonly count: number }[]): number =>
  waiting.reduce((sum, { count }) => sum + count, 0);

const factsOf = ({ merchantId, operationId }: Aside): Record<string, string> => ({
  merchant_id: merchantId,
  operation_id: operationId,
});
