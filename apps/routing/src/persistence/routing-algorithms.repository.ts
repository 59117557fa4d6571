import type { TransactionType } from '@payorch/contracts';
import { routingAlgorithmKinds, transactionType } from '@payorch/contracts';
import type { MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import { InvariantError } from '@payorch/kernel';
import type { RowOf, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, inTransaction, numbered, reading } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';
import type { AlgorithmRecord } from '../domain/algorithms/algorithm-record';
import { RoutingAlgorithmRow } from './routing-algorithms.rows';

const columns = columnsOf(RoutingAlgorithmRow);

const insert = numbered(`
  INSERT INTO routing_algorithms (${columns.list})
  SELECT * FROM unnest(${columns.arrays})
  ON CONFLICT (${columns.key}) DO NOTHING`);

const select = `SELECT ${columns.list} FROM routing_algorithms WHERE merchant_id = $1`;

export interface AlgorithmPage {
  readonly profileId: ProfileId | null;
  /** Undefined: records for every use. */
  readonly algorithmFor?: TransactionType | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The algorithms of merchants. */
export class RoutingAlgorithmRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores the record once: a command that is delivered again returns what the first delivery stored. */
  async create(record: AlgorithmRecord): Promise<AlgorithmRecord> {
    const { merchantId, algorithmId } = record;
    return inTransaction(this.dataSource, { merchants: [merchantId] }, async (sql) => {
      await sql.query(insert, columns.arraysOf([toRow(record)]));
      const [stored] = await sql.query<StoredAlgorithm>(`${select} AND algorithm_id = $2`, [merchantId, algorithmId]);
      if (!stored) throw new InvariantError('an algorithm that was inserted is not there');
      return fromRow(stored);
    });
  }

  async find(merchantId: MerchantId, algorithmId: RoutingAlgorithmId): Promise<AlgorithmRecord | undefined> {
    const [row] = await reading(this.dataSource, [merchantId], (sql) =>
      sql.query<StoredAlgorithm>(`${select} AND algorithm_id = $2`, [merchantId, algorithmId]),
    );
    return row && fromRow(row);
  }

  /** Newest first. */
  async list(
    merchantId: MerchantId,
    { profileId, algorithmFor, limit, offset }: AlgorithmPage,
  ): Promise<readonly AlgorithmRecord[]> {
    const page = `${select} AND ($2::text IS NULL OR profile_id = $2) AND ($5::text IS NULL OR algorithm_for = $5)
      ORDER BY created_at DESC, algorithm_id DESC LIMIT $3 OFFSET $4`;
    const rows = await reading(this.dataSource, [merchantId], (sql) =>
      sql.query<StoredAlgorithm>(page, [merchantId, profileId, limit, offset, algorithmFor ?? null]),
    );
    return rows.map(fromRow);
  }
}

type StoredAlgorithm = StoredRow<RoutingAlgorithmRow>;

const toRow = (record: AlgorithmRecord): RowOf<typeof columns> => ({
  merchant_id: record.merchantId,
  algorithm_id: record.algorithmId,
  profile_id: record.profileId,
  name: record.name,
  description: record.description,
  kind: record.algorithm.type,
  data: record.algorithm.data,
  algorithm_for: record.algorithmFor,
  created_at: record.createdAt,
});

function fromRow(row: StoredAlgorithm): AlgorithmRecord {
  const type = routingAlgorithmKinds.find((kind) => kind === row.kind);
  if (type === undefined) throw new InvariantError('a stored algorithm has an unknown kind');
  return {
    merchantId: row.merchant_id as MerchantId,
    algorithmId: row.algorithm_id as RoutingAlgorithmId,
    profileId: row.profile_id as ProfileId,
    name: row.name,
    description: row.description,
    algorithm: { type, data: row.data },
    algorithmFor: transactionType.parse(row.algorithm_for),
    createdAt: new Date(row.created_at),
  };
}
