import { type IncidentShown, refuse, type Refusal, type Resolution } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { resolveIncident } from './resolve-incident';

/** How a service shows its incidents: `shown` selects them from `incidents n`, with what its rows know of their objects. */
export interface ShownBy<Row> {
  readonly shown: string;
  readonly toShown: (row: Row) => IncidentShown;
}

/** What operators read and resolve of the incidents of a service. */
export class ShownIncidents<Row extends object> {
  constructor(private readonly by: ShownBy<Row>) {}

  /** The newest first, and how many there are. */
  async list(
    sql: Sql,
    withResolved: boolean,
    first: number,
  ): Promise<{ readonly total: number; readonly data: readonly IncidentShown[] }> {
    const which = withResolved ? '' : 'WHERE n.resolved_at IS NULL';
    const [rows, [counted]] = await Promise.all([
      sql.query<Row>(`${this.by.shown} ${which} ORDER BY n.opened_at DESC, n.incident_id LIMIT $1`, [first]),
      sql.query<{ total: number }>(`SELECT count(*)::int AS total FROM incidents n ${which}`),
    ]);
    return { total: counted?.total ?? 0, data: rows.map(this.by.toShown) };
  }

  /** Resolves an incident and shows it. */
  async resolve(sql: Sql, resolution: Resolution, requestId: string): Promise<IncidentShown | Refusal> {
    const refusal = await resolveIncident(sql, resolution, requestId);
    if (refusal) return refusal;
    return (await this.find(sql, resolution.incidentId)) ?? refuse('incident_not_found');
  }

  async find(sql: Sql, incidentId: string): Promise<IncidentShown | undefined> {
    const [row] = await sql.query<Row>(`${this.by.shown} WHERE n.incident_id = $1`, [incidentId]);
    return row && this.by.toShown(row);
  }
}

/** The number of unresolved incidents. */
export async function countOpenIncidents(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: string }>('SELECT count(*) FROM incidents WHERE resolved_at IS NULL');
  return Number(row?.count ?? 0);
}
