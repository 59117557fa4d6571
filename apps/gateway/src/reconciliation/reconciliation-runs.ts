import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, opsPage, type Refusal, refuse } from '@payorch/contracts';
import { referenceIdPattern } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { redactText } from '@payorch/platform/telemetry';
import type { ReconciliationListQuery, ReconciliationRequest } from '@payorch/rest';
import { Database, orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';
import { type FoundObjects, foundObjects } from './domain/found-objects';
import { periodOf } from './domain/wanted-records';
import type { ReconciliationRow } from './persistence/reconciliation.rows';
import { markSeen, openIncidents, resolveMatched } from './persistence/report-statements';
import { ReconciliationAccounts } from './reconciliation-accounts';

type Run = ReconciliationRow;

const usualLimit = 50;
const columns = `run_id, connector, merchant_id, merchant_connector_id, source, kinds, period_from, period_till, run_by, counts,
  incidents_opened, incidents_resolved, started_at, completed_at`;
const begin = `
  INSERT INTO reconciliations (run_id, connector, merchant_id, merchant_connector_id, source, kinds, period_from, period_till, run_by, counts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`;
const locked = `SELECT ${columns} FROM reconciliations
  WHERE merchant_id = $1 AND merchant_connector_id = $2 AND run_id = $3 FOR UPDATE`;
const proceed = `
  UPDATE reconciliations SET counts = $4, incidents_opened = incidents_opened + $5, incidents_resolved = incidents_resolved + $6,
    completed_at = CASE WHEN $7 THEN now() END
  WHERE merchant_id = $1 AND merchant_connector_id = $2 AND run_id = $3 RETURNING ${columns}`;

const iso = (time: Date): string => new Date(time).toISOString();
const runJson = (row: Run) => ({
  run_id: row.run_id,
  connector: row.connector,
  merchant_id: row.merchant_id,
  merchant_connector_id: row.merchant_connector_id,
  source: row.source,
  kinds: row.kinds,
  from: iso(row.period_from),
  till: iso(row.period_till),
  by: row.run_by,
  counts: row.counts,
  incidents_opened: row.incidents_opened,
  incidents_resolved: row.incidents_resolved,
  started_at: iso(row.started_at),
  completed_at: row.completed_at && iso(row.completed_at),
});

/** Whether two reports are of one run: a run has one period, one source and the same kinds. */
const isSameRun = (row: Run, sent: ReconciliationRequest): boolean =>
  row.source === sent.source &&
  row.period_from.getTime() === Date.parse(sent.from) &&
  row.period_till.getTime() === Date.parse(sent.till) &&
  [...row.kinds].sort().join() === [...sent.kinds].sort().join();

/** The runs of reconciliations, and the incidents that they open and resolve. */
@Injectable()
export class ReconciliationRuns {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ReconciliationAccounts) private readonly accounts: Pick<ReconciliationAccounts, 'find'>,
  ) {}

  /**
   * Stores a report of a run. The same report again changes nothing, and a completed run takes no more. The last report resolves what
   * the run found matched: so every other report of the run comes before it.
   */
  async report(sent: ReconciliationRequest, trace: RequestTrace): Promise<object | Refusal> {
    const period = periodOf(sent.from, sent.till);
    if (isRefusal(period)) return period;
    if (!referenceIdPattern.test(sent.run_id)) return refuse('invalid_value', { field: 'run_id' });
    if (sent.kinds.length === 0 || new Set(sent.kinds).size < sent.kinds.length)
      return refuse('invalid_value', { field: 'kinds' });
    const found = foundObjects(sent, new Date());
    if (isRefusal(found)) return found;
    const account = await this.accounts.find(sent.merchant_id, sent.merchant_connector_id);
    if (isRefusal(account)) return account;
    if (account.connectorName !== sent.connector) return refuse('invalid_value', { field: 'connector' });
    return orUnavailable(
      this.database.change([account.merchantId], (sql) => this.store(sql, { ...sent, ...period }, found, trace)),
    );
  }

  /** The newest first. */
  async list({ connector, limit, offset }: ReconciliationListQuery): Promise<object | Refusal> {
    const page = { limit: limit ?? usualLimit, offset: offset ?? 0 };
    if (page.limit < 1 || page.limit > opsPage.maxLimit) return refuse('invalid_value', { field: 'limit' });
    if (page.offset < 0 || page.offset > opsPage.maxOffset) return refuse('invalid_value', { field: 'offset' });
    const where = 'WHERE $1::text IS NULL OR connector = $1';
    const [rows, [counted]] = await orUnavailable(
      this.database.read('every', (sql) =>
        Promise.all([
          sql.query<Run>(
            `SELECT ${columns} FROM reconciliations ${where}
             ORDER BY started_at DESC, run_id, merchant_id, merchant_connector_id LIMIT $2 OFFSET $3`,
            [connector ?? null, page.limit, page.offset],
          ),
          sql.query<{ total: number }>(`SELECT count(*)::int AS total FROM reconciliations ${where}`, [
            connector ?? null,
          ]),
        ]),
      ),
    );
    return { total_count: counted?.total ?? 0, count: rows.length, ...page, data: rows.map(runJson) };
  }

  private async store(
    sql: Sql,
    sent: ReconciliationRequest,
    found: FoundObjects,
    trace: RequestTrace,
  ): Promise<object | Refusal> {
    const {
      merchant_id: merchantId,
      merchant_connector_id: accountId,
      run_id: runId,
      source,
      kinds,
      from,
      till,
    } = sent;
    const by = redactText(sent.by);
    const described = [
      runId,
      sent.connector,
      merchantId,
      accountId,
      source,
      kinds,
      from,
      till,
      by,
      JSON.stringify(sent.counts),
    ];
    await sql.query(begin, described);
    const [run] = await sql.query<Run>(locked, [merchantId, accountId, runId]);
    if (!run || !isSameRun(run, sent)) return refuse('invalid_value', { field: 'run_id' });
    if (run.completed_at) return runJson(run);
    const incidents = JSON.stringify(found.incidents);
    const opened = await sql.query<{ is_new: boolean }>(openIncidents, [
      incidents,
      merchantId,
      accountId,
      sent.connector,
      source,
    ]);
    await sql.query(markSeen, [JSON.stringify(found.reported), merchantId, accountId]);
    const reason = `Run ${runId} of ${from} to ${till} (${source}) found it matched.`;
    const ofRun = [merchantId, accountId, source, kinds, from, till, run.started_at, reason, trace.correlationId];
    const resolved = sent.is_last ? await sql.query(resolveMatched, ofRun) : [];
    const counts = [opened.filter(({ is_new }) => is_new).length, resolved.length] as const;
    const [stored] = await sql.query<Run>(proceed, [
      ...[merchantId, accountId, runId, JSON.stringify(sent.counts)],
      ...[...counts, sent.is_last],
    ]);
    return stored ? runJson(stored) : refuse('verification_failed');
  }
}
