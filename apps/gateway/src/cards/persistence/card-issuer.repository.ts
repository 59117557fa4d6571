import { Injectable } from '@nestjs/common';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { In } from 'typeorm';
import { type CardIssuer, normalName } from '../domain/card-issuer';
import { CardIssuerRow } from './card-issuer.rows';

const fromRow = (row: CardIssuerRow): CardIssuer => ({ id: row.issuer_id, name: row.issuer_name });

@Injectable()
export class CardIssuerRepository {
  /** False where the name, or the id, exists. */
  insert(sql: Sql, { id, name }: CardIssuer): Promise<boolean> {
    const row = { issuer_id: id, issuer_name: name, normal_name: normalName(name) };
    return insertIfAbsent(sql.repository(CardIssuerRow), row);
  }

  async find(sql: Sql, id: string): Promise<CardIssuer | undefined> {
    const row = await sql.repository(CardIssuerRow).findOneBy({ issuer_id: id });
    return row ? fromRow(row) : undefined;
  }

  async findByName(sql: Sql, name: string): Promise<CardIssuer | undefined> {
    const row = await sql.repository(CardIssuerRow).findOneBy({ normal_name: normalName(name) });
    return row ? fromRow(row) : undefined;
  }

  /** Those of the ids that issuers have. */
  async among(sql: Sql, ids: readonly string[]): Promise<readonly string[]> {
    const rows = await sql.repository(CardIssuerRow).findBy({ issuer_id: In(ids) });
    return rows.map(({ issuer_id: id }) => id);
  }

  /** Those whose names contain the text, by name. `_` and `%` in it stand for themselves. */
  async list(sql: Sql, text: string, limit: number): Promise<CardIssuer[]> {
    const rows = await sql.query<CardIssuerRow>(
      `SELECT issuer_id, issuer_name FROM card_issuers WHERE position($1 IN normal_name) > 0
       ORDER BY normal_name LIMIT $2`,
      [normalName(text), limit],
    );
    return rows.map(fromRow);
  }

  /** The caller holds the lock of `lockNames`. */
  async update(sql: Sql, { id, name }: CardIssuer): Promise<void> {
    const changed = { issuer_name: name, normal_name: normalName(name), modified_at: () => 'now()' };
    await sql.repository(CardIssuerRow).update({ issuer_id: id }, changed);
  }

  /** False where the issuer does not exist. */
  async delete(sql: Sql, id: string): Promise<boolean> {
    const { affected } = await sql.repository(CardIssuerRow).delete({ issuer_id: id });
    return affected === 1;
  }

  /** Two changes of names run one after the other, so that each sees the names of the other. */
  async lockNames(sql: Sql): Promise<void> {
    await sql.query(`SELECT pg_advisory_xact_lock(hashtext('gateway.card-issuers'))`);
  }
}
