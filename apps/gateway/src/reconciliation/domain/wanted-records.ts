import { namesPerRequest, type Refusal, refuse } from '@payorch/contracts';
import type { OwnRecordsRequest } from '@payorch/rest';

type Wanted =
  | { readonly by: 'period'; readonly from: string; readonly till: string; readonly cursor: string | null }
  | { readonly by: 'named'; readonly references: string[]; readonly ourIds: string[] };

const instant = (text: string): string => new Date(text).toISOString();

/** A period whose end is not before its beginning. */
export const periodOf = (from: string, till: string): { readonly from: string; readonly till: string } | Refusal =>
  Date.parse(from) <= Date.parse(till)
    ? { from: instant(from), till: instant(till) }
    : refuse('invalid_value', { field: 'till' });

/** Either a period or names; both at once, or neither, is refused. */
export function wantedRecords(sent: OwnRecordsRequest): Wanted | Refusal {
  const { from, till, cursor, references, our_ids: ourIds } = sent;
  const isNamed = references != null || ourIds != null;
  if (isNamed) {
    const other = from ? 'from' : till ? 'till' : cursor ? 'cursor' : undefined;
    if (other) return refuse('invalid_value', { field: other });
    const tooMany = [references, ourIds].findIndex((names) => (names?.length ?? 0) > namesPerRequest);
    if (tooMany >= 0) return refuse('invalid_value', { field: tooMany === 0 ? 'references' : 'our_ids' });
    return { by: 'named', references: references ?? [], ourIds: ourIds ?? [] };
  }
  if (!from || !till) return refuse('missing_param', { field: from ? 'till' : 'from' });
  const period = periodOf(from, till);
  return 'kind' in period ? period : { by: 'period', ...period, cursor: cursor ?? null };
}
