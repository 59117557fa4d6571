import type { ObjectLiteral, Repository } from 'typeorm';

/** Inserts the row; false where a row with the same unique columns exists. */
export async function insertIfAbsent<Row extends ObjectLiteral>(
  repository: Repository<Row>,
  row: Parameters<Repository<Row>['insert']>[0],
): Promise<boolean> {
  const key = repository.metadata.primaryColumns.map(({ propertyName }) => propertyName);
  const insert = repository.createQueryBuilder().insert().values(row).orIgnore().returning(key).updateEntity(false);
  const { raw } = await insert.execute();
  return (raw as readonly unknown[]).length > 0;
}
