import { acrossWindows, missesTheirs, wantedBy, withLate } from './across-windows';
import type { ReconciliationClient, Synced } from './client';
import { NotCompared } from './client';
import type { Compared } from './compare-window';
import { compareWindow } from './compare-window';
import type { RunFolder } from './folder';
import type { Finding, FindingName } from './judge';
import type { Meter } from './meter';
import type { Ours, Period, Source, Theirs } from './records';
import { keyOfOurs } from './records';
import type { Account } from './report';
import { dayMs, marginMs, widened } from './windows';

export type Kind = Theirs['kind'];

/** What a walk over accounts and kinds needs. */
export interface Walk {
  /** All accounts at the connector, also those that are not compared. */
  readonly accounts: readonly Account[];
  readonly client: ReconciliationClient;
  readonly folder: RunFolder;
  readonly meter: Meter;
  readonly windows: readonly Period[];
  readonly source: Source;
  /** Syncs what differs, and compares it again. */
  readonly isFixing: boolean;
  /** Of a settlement file. */
  readonly settled?: (kind: Kind) => readonly Theirs[];
}

/** A sync of an object of ours, with the finding before it and, if one remains, after it. */
export interface Fixed extends Synced {
  readonly kind: Kind;
  readonly objectId: string;
  readonly finding: FindingName;
  readonly remains: FindingName | null;
}

/** notCompared: why this kind of the account could not be read; isForGood: no later call can. */
export type KindResult =
  | { readonly compared: Compared; readonly fixed: readonly Fixed[]; readonly notCompared: null }
  | { readonly compared: null; readonly notCompared: string; readonly isForGood: boolean };

const partName = (account: Account, kind: Kind, name: string): string =>
  `${account.merchantConnectorId.replaceAll(/[^\w-]/g, '_')}/${kind}-${name}`;
const dateName = ({ from }: Period): string => new Date(from).toISOString().replaceAll(/[:.]/g, '');

/** Compares one kind of one account over all windows; with `isFixing` syncs what differs, and compares its windows again. */
export async function reconcileKind(walk: Walk, account: Account, kind: Kind): Promise<KindResult> {
  try {
    const before = await compareAll(walk, account, kind, () => '');
    const fixable = before.findings.filter(({ ours }) => ours !== null);
    if (!walk.isFixing || fixable.length === 0) return { compared: before, fixed: [], notCompared: null };
    const syncs = await syncAll(walk, account, kind, fixable);
    const isAgain = await windowsOf(walk, account, kind, fixable);
    const after = await compareAll(walk, account, kind, (window) => (isAgain(window) ? '-after' : ''), '-after');
    return { compared: after, fixed: fixedOf(fixable, syncs, after), notCompared: null };
  } catch (error) {
    if (!(error instanceof NotCompared)) throw error;
    return { compared: null, notCompared: error.message, isForGood: error.isForGood };
  }
}

type SuffixOf = (window: Period) => string;

async function compareAll(
  walk: Walk,
  account: Account,
  kind: Kind,
  suffixOf: SuffixOf,
  suffix = '',
): Promise<Compared> {
  const parts: Compared[] = [];
  for (const window of walk.windows) parts.push(await partOf(walk, account, kind, window, suffixOf(window)));
  const compared = acrossWindows(parts);
  if (walk.source === 'settlement' || !missesTheirs(compared)) return compared;
  const late = await walk.folder.part(partName(account, kind, `around${suffix}`), () =>
    readAround(walk, account, kind, compared),
  );
  return withLate(compared, late);
}

async function partOf(walk: Walk, account: Account, kind: Kind, window: Period, suffix: string): Promise<Compared> {
  const { accounts, client, folder, meter, source, windows, settled } = walk;
  let wasThere = true;
  const part = await folder.part(partName(account, kind, `${dateName(window)}${suffix}`), async () => {
    wasThere = false;
    const onRead = (count: number): void => meter.read(count);
    const all = await client.ours(account, kind, window, onRead);
    // The file of an account has nothing of its connected accounts.
    const ours = settled ? all.filter(({ connectedAccount }) => connectedAccount === undefined) : all;
    const list = { connected: connectedOf(ours), onRead };
    const theirs = settled ? settled(kind) : await client.theirs(account, kind, widened(window, marginMs), list);
    const others = accounts.filter((one) => one.merchantId === account.merchantId && one !== account);
    const lookups = { named: client.named([account], kind), elsewhere: client.named(others, kind) };
    return compareWindow(theirs, ours, { window, windows, source }, lookups);
  });
  if (suffix === '') meter.finished(wasThere);
  return part;
}

/** A direct charge, its refunds and disputes are in the lists of their connected account alone. */
const connectedOf = (ours: readonly Ours[]): string[] => [
  ...new Set(ours.flatMap(({ connectedAccount }) => connectedAccount ?? [])),
];

/** Of the day before the run and the day after it, what findings miss: sent late, or noticed late. */
async function readAround(walk: Walk, account: Account, kind: Kind, compared: Compared): Promise<Theirs[]> {
  const [from, till] = [walk.windows[0]!.from, walk.windows.at(-1)!.till];
  const list = {
    connected: connectedOf(compared.findings.flatMap(({ ours }) => ours ?? [])),
    onRead: (count: number): void => walk.meter.read(count),
    isWanted: wantedBy(compared.findings),
  };
  const around: Theirs[] = [];
  for (const period of [
    { from: from - marginMs - dayMs, till: from - marginMs },
    { from: till + marginMs, till: till + marginMs + dayMs },
  ])
    around.push(...(await walk.client.theirs(account, kind, period, list)));
  return around;
}

/** Syncs each object once, in turn: the processor's limits of rate are those of its payments, too. */
async function syncAll(
  { client, folder, meter }: Walk,
  account: Account,
  kind: Kind,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, Synced>> {
  const syncs = await folder.part(partName(account, kind, 'syncs'), async () => {
    const done = new Map<string, Synced>();
    for (const { ours } of findings)
      if (ours && !done.has(ours.objectId)) {
        done.set(ours.objectId, await client.sync(account, ours));
        meter.read(0);
      }
    return [...done];
  });
  return new Map(syncs);
}

/** The windows whose comparison has one of these findings. */
async function windowsOf(walk: Walk, account: Account, kind: Kind, findings: readonly Finding[]) {
  const keys = new Set(findings.map(({ ours }) => keyOfOurs(ours!)));
  const isOf = ({ ours }: { readonly ours: Ours | null }): boolean => ours !== null && keys.has(keyOfOurs(ours));
  const again = new Set<number>();
  for (const window of walk.windows) {
    const part = walk.folder.read<Compared>(`parts/${partName(account, kind, dateName(window))}.json`);
    if (part?.findings.some(isOf)) again.add(window.from);
  }
  return ({ from }: Period): boolean => again.has(from);
}

function fixedOf(findings: readonly Finding[], syncs: ReadonlyMap<string, Synced>, after: Compared): Fixed[] {
  const left = new Map(after.findings.flatMap(({ ours, name }) => (ours ? [[keyOfOurs(ours), name] as const] : [])));
  return findings.map(({ kind, ours, name }) => ({
    ...(syncs.get(ours!.objectId) ?? { before: null, after: null, refused: null }),
    kind,
    objectId: ours!.objectId,
    finding: name,
    remains: left.get(keyOfOurs(ours!)) ?? null,
  }));
}
