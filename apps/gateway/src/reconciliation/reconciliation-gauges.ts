import { countOpenIncidents } from '@payorch/platform/incidents';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import type { ReconciliationCounts } from '@payorch/rest';
import type { Database } from '../persistence';

/** What the last completed run of each connector counted, over its accounts. */
const lastRuns = `
  WITH last AS (
    SELECT DISTINCT ON (connector) connector, run_id FROM reconciliations WHERE completed_at IS NOT NULL
    ORDER BY connector, completed_at DESC
  )
  SELECT l.connector, array_agg(r.counts) AS counts, extract(epoch FROM max(r.completed_at))::float8 AS completed
  FROM last l JOIN reconciliations r ON r.run_id = l.run_id AND r.connector = l.connector AND r.completed_at IS NOT NULL
  GROUP BY l.connector`;

interface Row {
  readonly connector: string;
  readonly counts: readonly ReconciliationCounts[];
  readonly completed: number;
}

/** Sets the gauges of reconciliations from what is stored, so every process of the gateway shows the same. */
export class ReconciliationGauges extends PeriodicWorker {
  constructor(
    private readonly database: Pick<Database, 'read'>,
    private readonly options: { readonly everyMs: number; readonly logger: Pick<Logger, 'warn'> },
  ) {
    super({ everyMs: options.everyMs, isDueAtStart: true });
  }

  async round(): Promise<void> {
    try {
      const [runs, open] = await this.database.read('every', (sql) =>
        Promise.all([sql.query<Row>(lastRuns), countOpenIncidents(sql)]),
      );
      metrics.setIncidents(open);
      metrics.setReconciliations(runs.map(({ counts, ...run }) => ({ ...run, findings: sumOf(counts) })));
    } catch (error) {
      this.options.logger.warn({ error }, 'the gauges of reconciliations could not be set');
    }
  }
}

function sumOf(counts: readonly ReconciliationCounts[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const one of counts)
    for (const [finding, count] of Object.entries(one)) sums[finding] = (sums[finding] ?? 0) + count;
  return sums;
}
