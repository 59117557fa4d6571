import { Injectable } from '@nestjs/common';
import type { Sql } from '@payorch/platform/postgres';
import { cardInfoFields, type CardInfo, type CardInfoRequest } from '../domain/card-info';

const fields = cardInfoFields.join(', ');
const columns = `card_iin, ${fields}`;
const valuesOf = (info: CardInfo): (string | null)[] => [info.card_iin, ...cardInfoFields.map((field) => info[field])];
const places = ['card_iin', ...cardInfoFields].map((_, index) => `$${index + 1}`).join(', ');
const lists = ['card_iin', ...cardInfoFields].map((_, index) => `$${index + 1}::text[]`).join(', ');

/** Card facts by the first digits of card numbers. */
@Injectable()
export class CardInfoRepository {
  /** False where a row of these digits exists. */
  async insert(sql: Sql, info: CardInfo): Promise<boolean> {
    const rows = await sql.query(
      `INSERT INTO cards_info (${columns}) VALUES (${places}) ON CONFLICT (card_iin) DO NOTHING RETURNING card_iin`,
      valuesOf(info),
    );
    return rows.length > 0;
  }

  async find(sql: Sql, iin: string): Promise<CardInfo | undefined> {
    const [row] = await sql.query<CardInfo>(`SELECT ${columns} FROM cards_info WHERE card_iin = $1`, [iin]);
    return row;
  }

  /** The row of the longest of these prefixes. */
  async findLongest(sql: Sql, iins: readonly string[]): Promise<CardInfo | undefined> {
    const [row] = await sql.query<CardInfo>(
      `SELECT ${columns} FROM cards_info WHERE card_iin = ANY($1::text[]) ORDER BY length(card_iin) DESC LIMIT 1`,
      [iins],
    );
    return row;
  }

  /** False where the row does not exist. */
  async update(sql: Sql, info: CardInfo): Promise<boolean> {
    const changes = cardInfoFields.map((field, index) => `${field} = $${index + 2}`).join(', ');
    const rows = await sql.query(
      `UPDATE cards_info SET ${changes}, last_updated = now() WHERE card_iin = $1 RETURNING card_iin`,
      valuesOf(info),
    );
    return rows.length > 0;
  }

  /**
   * Inserts or updates these rows in one statement: absent fields stay. The last of several rows with the same digits
   * wins.
   */
  async upsert(sql: Sql, infos: readonly CardInfoRequest[]): Promise<ReadonlyMap<string, CardInfo>> {
    const last = [...new Map(infos.map((info) => [info.card_iin, info])).values()].sort((a, b) =>
      a.card_iin < b.card_iin ? -1 : 1,
    );
    if (last.length === 0) return new Map();
    const mergedFields = cardInfoFields
      .map((field) => `${field} = COALESCE(excluded.${field}, cards_info.${field})`)
      .join(', ');
    const rows = await sql.query<CardInfo>(
      `INSERT INTO cards_info (${columns}) SELECT * FROM unnest(${lists})
       ON CONFLICT (card_iin) DO UPDATE SET ${mergedFields}, last_updated = now()
       RETURNING ${columns}`,
      [last.map((info) => info.card_iin), ...cardInfoFields.map((field) => last.map((info) => info[field] ?? null))],
    );
    return new Map(rows.map((row) => [row.card_iin, row]));
  }
}
