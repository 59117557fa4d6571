import type { IncidentShown } from '@payorch/contracts';

type History = IncidentShown['history'];

/** The columns that every list of incidents has. */
export interface IncidentColumns {
  readonly incident_id: string;
  readonly merchant_id: string;
  readonly kind: string;
  readonly opened_at: Date;
  readonly resolved_at: Date | null;
  readonly resolved_by: string | null;
  readonly reason: string | null;
  readonly request_id: string | null;
}

const nothingMore = { by: null, reason: null, from: null, to: null, request_id: null } as const;

/** What happened to an incident, in its order; `between`: what its owner knows of the time after it was opened. */
export function historyOf(row: IncidentColumns, between: History = []): History {
  const resolved: History =
    row.resolved_at === null
      ? []
      : [
          {
            ...nothingMore,
            at: new Date(row.resolved_at).toISOString(),
            event: 'resolved',
            by: row.resolved_by,
            reason: row.reason,
            request_id: row.request_id,
          },
        ];
  const opened: History = [{ ...nothingMore, at: new Date(row.opened_at).toISOString(), event: 'opened' }];
  return [...opened, ...between, ...resolved].sort((one, other) =>
    one.at < other.at ? -1 : Number(one.at > other.at),
  );
}

export const timesOf = ({ opened_at, resolved_at }: IncidentColumns) => ({
  opened_at: new Date(opened_at).toISOString(),
  resolved_at: resolved_at && new Date(resolved_at).toISOString(),
});
