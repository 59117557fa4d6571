import type { Compared } from './compare-window';
import { csvLine } from './csv';
import type { Finding, FindingName } from './judge';
import { findingNames } from './judge';
import type { Ours, Theirs } from './records';

export interface Account {
  readonly merchantId: string;
  readonly merchantConnectorId: string;
  readonly connector: string;
}

export type Counts = Readonly<Record<'matched' | FindingName, number>>;

export function countsOf(compared: readonly Pick<Compared, 'matched' | 'findings'>[]): Counts {
  const counts = { matched: 0, ...Object.fromEntries(findingNames.map((name) => [name, 0])) } as Record<
    'matched' | FindingName,
    number
  >;
  for (const { matched, findings } of compared) {
    counts.matched += matched;
    for (const { name } of findings) counts[name] += 1;
  }
  return counts;
}

/** What a person does about a finding. */
export const adviceOf: Readonly<Record<FindingName, string>> = {
  double: 'refund the charge too many at the processor, and report how it came about',
  missing_here: 'find out who made it at the processor; without our id it was not made by us',
  missing_there: 'look for it in the processor’s dashboard; --fix syncs it',
  different_sums: '--fix syncs it; what remains was changed at the processor: compare with its dashboard',
  different_states: '--fix syncs it; what remains needs a person',
  waiting: '--fix syncs it; the sync schedule does so, too',
};

/** The order of a report: the worst first, then by kind and time, whatever was compared first. */
export function sortedFindings(findings: readonly Finding[]): Finding[] {
  const placeOf = ({ name, kind, ours, theirs }: Finding): string =>
    [findingNames.indexOf(name), kind, (ours ?? theirs[0])?.createdAt, theirs[0]?.reference, ours?.ourId].join(' ');
  const placed = findings.map((finding) => ({ finding, place: placeOf(finding) }));
  return placed
    .sort((one, other) => (one.place < other.place ? -1 : Number(one.place > other.place)))
    .map(({ finding }) => finding);
}

const columns = [
  ...['finding', 'kind', 'merchant_id', 'merchant_connector_id', 'object_id', 'payment_id', 'our_id', 'reference'],
  ...['charge_reference', 'differs', 'our_state', 'internal_state', 'their_state', 'our_amount', 'their_amount'],
  ...['our_moved', 'their_moved', 'our_currency', 'their_currency', 'our_created_at', 'their_created_at'],
  'what_to_do',
];
export const csvHead = csvLine(columns);

function csvOfPair(account: Account, { name, kind, differs }: Finding, ours: Ours | null, theirs: Theirs | null) {
  return csvLine([
    ...[name, kind, account.merchantId, account.merchantConnectorId],
    ...[ours?.objectId ?? null, ours?.paymentId ?? null, ours?.ourId ?? theirs?.ourId ?? null],
    ...[theirs?.reference ?? ours?.reference ?? null, theirs?.chargeReference ?? ours?.chargeReference ?? null],
    differs.join(' '),
    ...[ours?.state ?? null, ours?.internalState ?? null, theirs?.state ?? null],
    ...[ours?.amount ?? null, theirs?.amount ?? null, ours?.moved ?? null, theirs?.moved ?? null],
    ...[ours?.currency ?? null, theirs?.currency ?? null, ours?.createdAt ?? null, theirs?.createdAt ?? null],
    adviceOf[name],
  ]);
}

/** The lines of one finding: one for each record that the processor has of it. */
export const csvOf = (account: Account, finding: Finding): string =>
  (finding.theirs.length === 0 ? [null] : finding.theirs)
    .map((theirs) => csvOfPair(account, finding, finding.ours, theirs))
    .join('');
