import { authenticationKey, partsOfKey } from '@payorch/contracts';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, exactly, PartedStatement } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { StandaloneAuthentication } from '../domain/standalone-authentication';
import { authenticationFromRow, authenticationToRow } from './authentication.mapper';
import { AuthenticationRow } from './authentication.rows';

const columns = columnsOf(AuthenticationRow);

const parts = {
  created: `${columns.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
  // Beside each row the version that it must still have.
  changed: `
    UPDATE authentications a SET ${columns.setFrom('n')}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::authentications, $), unnest($::int[])) n
    WHERE ${columns.sameKey('a', 'n')} AND a.version = n.unnest
    RETURNING 1`,
};
type PartName = keyof typeof parts;

const saveStatement = new PartedStatement<PartName>(
  parts,
  (names) => `SELECT ${names.map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int')).join(', ')}`,
);

type AuthenticationChange = Change<StandaloneAuthentication>;

/** Authentications without a payment as aggregates of their own. */
export class AuthenticationStore implements AggregateStore<StandaloneAuthentication, unknown> {
  async load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading',
  ): Promise<ReadonlyMap<string, StandaloneAuthentication>> {
    const ids = keys.map(partsOfKey);
    const rows = await sql.query<StoredRow<AuthenticationRow>>(
      `SELECT ${columns.list} FROM authentications
       WHERE (merchant_id, authentication_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY merchant_id, authentication_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)],
    );
    return new Map(rows.map(authenticationFromRow).map((one) => [authenticationKey(one), one]));
  }

  writes(changes: readonly AuthenticationChange[]): readonly Statement[] {
    const created = changes.filter(({ before }) => before === undefined);
    const changed = changes.filter(({ before }) => before !== undefined);
    const written: readonly (readonly [PartName, readonly unknown[], count: number])[] = [
      ['created', [rowsOf(created)], created.length],
      ['changed', [rowsOf(changed), changed.map(({ before }) => before?.version ?? 0)], changed.length],
    ];
    const needed = written.filter(([, , count]) => count > 0);
    const params = [...needed.flatMap(([, given]) => given), ...needed.map(([, , count]) => count)];
    return [{ text: saveStatement.of(needed.map(([name]) => name)), params }];
  }
}

const rowsOf = (list: readonly AuthenticationChange[]): string =>
  JSON.stringify(list.map(({ after }) => authenticationToRow(after)));
