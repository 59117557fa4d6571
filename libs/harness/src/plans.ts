/** How one statement reads one table. */
export interface TableScan {
  readonly statement: string;
  readonly node: string;
  readonly table: string;
  readonly index: string | null;
  /** Null when the statement reads the whole table or the whole index. */
  readonly condition: string | null;
}

export type RunQuery = (text: string) => Promise<readonly Record<string, unknown>[]>;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'TID Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A bitmap heap scan reads what its bitmap index scans select; the child nodes name no table, so they inherit the heap's. */
function scansIn(statement: string, node: PlanNode, bitmapOf?: string): TableScan[] {
  const type = node['Node Type'];
  const isHeap = type === 'Bitmap Heap Scan';
  const table = node['Relation Name'] ?? bitmapOf;
  const below = (node.Plans ?? []).flatMap((child) => scansIn(statement, child, isHeap ? table : bitmapOf));
  const readsTable = node['Relation Name'] !== undefined || type === 'Bitmap Index Scan';
  if (table === undefined || !type.endsWith('Scan') || isHeap || !readsTable) return below;
  const condition = node['Index Cond'] ?? node['TID Cond'] ?? null;
  return [{ statement, node: type, table, index: node['Index Name'] ?? null, condition }, ...below];
}

/**
 * How every prepared statement of this connection reads its tables in a generic plan made now. `ask` must run on the
 * connection that prepared the statements.
 */
async function preparedScans(ask: RunQuery): Promise<readonly TableScan[]> {
  const statements = await ask(`SELECT statement FROM pg_prepared_statements WHERE statement !~* '^\\s*EXPLAIN'`);
  const scans: TableScan[] = [];
  for (const { statement } of statements as readonly { statement: string }[]) {
    const [row] = await ask(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`);
    const [{ Plan }] = row!['QUERY PLAN'] as [{ Plan: PlanNode }];
    scans.push(...scansIn(statement.trim(), Plan));
  }
  return scans;
}

const sequential = (scans: readonly TableScan[]): readonly TableScan[] =>
  scans.filter(({ node }) => node === 'Seq Scan');

/** Scans whose cost grows with their table. */
const unbounded = (scans: readonly TableScan[]): readonly TableScan[] =>
  scans.filter(({ condition }) => condition === null);

/** The indexes by which the statements read a table. */
const indexesOf = (scans: readonly TableScan[], table: string): readonly string[] =>
  [...new Set(scans.filter((scan) => scan.table === table).map(({ index }) => index ?? 'none'))].sort();

export interface PathOfStatements {
  /** Runs a query on the connection that prepared the statements, opened and analyzed while all tables were empty. */
  readonly runQuery: RunQuery;
  /** Runs every statement of the path for a batch of `size` new rows. */
  readonly handle: (size: number) => Promise<void>;
  /** The expected indexes, by table. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** The tests of statements whose plans must not depend on statistics. */
export function testPlans({ runQuery, handle, indexes }: PathOfStatements): void {
  it('the statements read no table sequentially while all tables are empty and analyzed', async () => {
    await handle(1);
    expect(sequential(await preparedScans(runQuery))).toEqual([]);
  });

  it('the statements read only the rows of their batch, by key, in large tables with the statistics of empty tables', async () => {
    for (let batch = 0; batch < 20; batch++) await handle(100);
    const now = await preparedScans(runQuery);
    expect(unbounded(now)).toEqual([]);
    const read = Object.keys(indexes).map((table) => [table, indexesOf(now, table)]);
    expect(Object.fromEntries(read)).toEqual(indexes);
  });
}
