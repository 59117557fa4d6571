import type { RecordKind, Refusal } from '@payorch/contracts';
import { findingsPerReport, refuse } from '@payorch/contracts';
import type { ReconciliationFinding, ReconciliationRequest } from '@payorch/rest';

/** A finding of a run that needs a person, as a row of incidents. */
export interface FoundIncident {
  readonly object: RecordKind;
  readonly kind: string;
  readonly subject: string;
  readonly object_id: string;
  readonly payment_id: string | null;
  readonly state: string | null;
  readonly details: object;
  readonly created_first: string;
  readonly created_last: string;
}

/** What a report says of objects: `reported` are all of them, `incidents` those that need a person. */
export interface FoundObjects {
  readonly reported: readonly Pick<FoundIncident, 'object' | 'subject'>[];
  readonly incidents: readonly FoundIncident[];
}

/** An object that waits for its outcome needs a person only then. */
const waitsMs = 30 * 60_000;

/** Undefined: the finding lacks what names its object. */
function incidentOf(found: ReconciliationFinding): FoundIncident | undefined {
  const { finding, kind, reference, our_id: ourId, object_id: objectId, payment_id: paymentId, ours, theirs } = found;
  const isHere = finding !== 'missing_here';
  const subject = isHere ? ourId : reference;
  const times = [ours, theirs].flatMap((side) => (side ? [new Date(side.created_at).toISOString()] : [])).sort();
  const [first, last] = [times[0], times.at(-1)];
  if (!subject || !(isHere ? ours : theirs) || first === undefined || last === undefined) return undefined;
  return {
    object: kind,
    kind: `reconciliation_${finding}`,
    subject,
    object_id: objectId ?? subject,
    payment_id: paymentId ?? null,
    state: ours?.internal_state ?? null,
    details: { reference: reference ?? null, our_id: ourId ?? null, ours: ours ?? null, theirs: theirs ?? null },
    created_first: first,
    created_last: last,
  };
}

/** The objects of a report. What waits for its outcome is no incident at first. */
export function foundObjects({ findings, kinds }: ReconciliationRequest, now: Date): FoundObjects | Refusal {
  if (findings.length > findingsPerReport) return refuse('invalid_value', { field: 'findings' });
  const incidents = findings.map(incidentOf);
  const isWhole = incidents.every((one) => one !== undefined && kinds.includes(one.object));
  if (!isWhole) return refuse('invalid_value', { field: 'findings' });
  const known = incidents.filter((one) => one !== undefined);
  const isYoung = ({ kind, created_first }: FoundIncident): boolean =>
    kind === 'reconciliation_waiting' && now.getTime() - Date.parse(created_first) < waitsMs;
  // A row of the database can be written once by one statement.
  const once = new Map(known.map((one) => [JSON.stringify([one.object, one.subject, one.kind]), one]));
  return {
    reported: known.map(({ object, subject }) => ({ object, subject })),
    incidents: [...once.values()].filter((one) => !isYoung(one)),
  };
}
