import { isRefusal, type Resolution } from '@payorch/contracts';
import { countOpenIncidents, type ShownIncidents } from '@payorch/platform/incidents';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import { jsonReply, type OwnRecords, type WantedRecords } from '@payorch/platform/resources';
import { metrics } from '@payorch/platform/telemetry';
import type { WaitingObjects } from './waiting-objects';

/** What a service shows to operators. */
export interface ShownToOperators {
  readonly waiting: Pick<WaitingObjects, 'totals' | 'page'>;
  readonly incidents: Pick<ShownIncidents<never>, 'list' | 'resolve'>;
}

type Transact = <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Answers what operators ask of every service with operations: what waits, and its incidents. */
export class OperatorAnswers {
  constructor(
    private readonly shown: ShownToOperators,
    /** Runs a read that sees the rows of these merchants. */
    readonly read: Transact,
    private readonly change: Transact,
  ) {}

  async waiting({ olderThanMs, first }: { readonly olderThanMs: number; readonly first: number }): Promise<Reply> {
    const { waiting } = this.shown;
    const [totals, data] = await this.read('every', (sql) =>
      Promise.all([waiting.totals(sql, olderThanMs), waiting.page(sql, olderThanMs, first)]),
    );
    return jsonReply({ totals, data });
  }

  async incidents({ withResolved, first }: { readonly withResolved: boolean; readonly first: number }): Promise<Reply> {
    return jsonReply(await this.read('every', (sql) => this.shown.incidents.list(sql, withResolved, first)));
  }

  /** The records of one merchant, whose rows alone the read sees. */
  async records(records: Pick<OwnRecords<never>, 'list'>, wanted: WantedRecords): Promise<Reply> {
    const page = await this.read([wanted.merchantId], (sql) => records.list(sql, wanted));
    return isRefusal(page) ? page : jsonReply(page);
  }

  resolve(resolution: Resolution, { incoming: { context } }: KeyedDelivery): Promise<Reply> {
    return this.change('every', async (sql) => {
      const incident = await this.shown.incidents.resolve(sql, resolution, context.correlationId);
      return isRefusal(incident) ? incident : jsonReply(incident);
    });
  }
}

/** Sooner nothing is unusual about an operation without an outcome. */
const shownAfterMs = 30_000;

/** The gauges of what operators should look at. */
export const measureOperations =
  (waiting: Pick<WaitingObjects, 'totals'>) =>
  async (sql: Sql): Promise<void> => {
    metrics.setIncidents(await countOpenIncidents(sql));
    metrics.setWithoutOutcome(await waiting.totals(sql, shownAfterMs));
  };
