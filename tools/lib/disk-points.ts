import { topics, type TopicSpec } from '@payorch/contracts';
import { membersOf } from '@payorch/provisioning';

/** Bytes by the name of a table with its indexes, or of a topic. */
type Sizes = Readonly<Record<string, number>>;

/** The disk at one moment of a run. */
export interface DiskPoint {
  /** Payments made so far. */
  readonly payments: number;
  readonly minutes: number;
  readonly outboxRows: number;
  readonly tables: Sizes;
  /** Live rows of each table, as Postgres counts them. */
  readonly rows: Sizes;
  readonly topics: Sizes;
}

type Visibility = TopicSpec['visibility'] | 'broker';

const publicTopics = new Set(
  Object.values<TopicSpec>(topics)
    .filter(({ visibility }) => visibility === 'public')
    .flatMap(membersOf),
);

/** `broker`: topics of the broker's own, as committed offsets. */
export function visibilityOf(topic: string): Visibility {
  if (topic.startsWith('__')) return 'broker';
  return publicTopics.has(topic) ? 'public' : 'internal';
}

/** The numbers of payments after which a run of this many is measured: eight at equal distances, the end among them. */
export function pointsOf(payments: number): number[] {
  const step = Math.ceil(payments / 8);
  const count = Math.ceil(payments / step);
  return Array.from({ length: count }, (_, index) => Math.min(payments, (index + 1) * step));
}

const sumWhere = (sizes: Sizes, isMeant: (name: string) => boolean): number =>
  Object.entries(sizes).reduce((sum, [name, bytes]) => (isMeant(name) ? sum + bytes : sum), 0);

const fewestShownBytes = 500_000;
const inMb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** The names that are large at any point, the largest at the end first. */
function shownNames(points: readonly DiskPoint[], sizesOf: (point: DiskPoint) => Sizes): string[] {
  const atEnd = sizesOf(points.at(-1)!);
  return Object.keys(atEnd)
    .filter((name) => points.some((point) => (sizesOf(point)[name] ?? 0) >= fewestShownBytes))
    .sort((one, other) => atEnd[other]! - atEnd[one]!);
}

const isOutbox = (table: string): boolean => table.endsWith('.outbox');

/** Rows of texts, the head first: a column for each point, from the one before the first payment. */
export function pointRows(points: readonly DiskPoint[]): string[][] {
  const [before] = points as readonly [DiskPoint, ...DiskPoint[]];
  const row = (name: string, valueOf: (point: DiskPoint) => string): string[] => [name, ...points.map(valueOf)];
  const mb = (name: string, bytesOf: (point: DiskPoint) => number): string[] =>
    row(name, (point) => inMb(bytesOf(point)));
  const tablesOf = (point: DiskPoint): number => sumWhere(point.tables, () => true);
  const topicsOf =
    (visibility: Visibility) =>
    (point: DiskPoint): number =>
      sumWhere(point.topics, (name) => visibilityOf(name) === visibility);
  const kbEach = (name: string, bytesOf: (point: DiskPoint) => number): string[] =>
    row(name, (point) =>
      point.payments === 0 ? '' : ((bytesOf(point) - bytesOf(before)) / 1024 / point.payments).toFixed(2),
    );
  return [
    row('payments', ({ payments }) => String(payments)),
    row('minutes', ({ minutes }) => minutes.toFixed(1)),
    ...shownNames(points, ({ tables }) => tables).map((name) => mb(name, ({ tables }) => tables[name] ?? 0)),
    mb('all tables', tablesOf),
    mb('outboxes', ({ tables }) => sumWhere(tables, isOutbox)),
    row('rows of outboxes', ({ outboxRows }) => String(outboxRows)),
    ...shownNames(points, (point) => point.topics).map((name) =>
      mb(`${name} (${visibilityOf(name)})`, (point) => point.topics[name] ?? 0),
    ),
    ...(['public', 'internal', 'broker'] as const).map((one) => mb(`all ${one} topics`, topicsOf(one))),
    kbEach('tables, KB a payment', tablesOf),
    kbEach('public topics, KB a payment', topicsOf('public')),
  ];
}
