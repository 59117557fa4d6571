import { Injectable } from '@nestjs/common';
import { columnsOf, insertIfAbsent, numbered, type Sql } from '@payorch/platform/postgres';
import { In } from 'typeorm';
import { CardInfoRow } from './card-info.rows';
import { cardInfoAfter, cardInfoFields, type CardInfo, type CardInfoRequest } from '../domain/card-info';

const columns = columnsOf(CardInfoRow).without('date_created', 'last_updated');

/** Absent values leave the stored ones. */
const merged = cardInfoFields.map((field) => `${field} = COALESCE(excluded.${field}, cards_info.${field})`).join(', ');
const upsertStatement = numbered(`
  INSERT INTO cards_info (${columns.list}) SELECT * FROM unnest(${columns.arrays})
  ON CONFLICT (${columns.key}) DO UPDATE SET ${merged}, last_updated = now()
  RETURNING ${columns.list}`);

const fromRow = ({ date_created, last_updated, ...info }: CardInfoRow): CardInfo => info;

/** Card facts by the first digits of card numbers. */
@Injectable()
export class CardInfoRepository {
  /** False where a row of these digits exists. */
  insert(sql: Sql, info: CardInfo): Promise<boolean> {
    return insertIfAbsent(sql.repository(CardInfoRow), info);
  }

  async find(sql: Sql, iin: string): Promise<CardInfo | undefined> {
    const row = await sql.repository(CardInfoRow).findOneBy({ card_iin: iin });
    return row ? fromRow(row) : undefined;
  }

  /** The row of the longest of these prefixes. */
  async findLongest(sql: Sql, iins: readonly string[]): Promise<CardInfo | undefined> {
    const rows = await sql.repository(CardInfoRow).findBy({ card_iin: In(iins) });
    const [longest] = rows.sort((a, b) => b.card_iin.length - a.card_iin.length);
    return longest && fromRow(longest);
  }

  /** False where the row does not exist. */
  async update(sql: Sql, { card_iin, ...changed }: CardInfo): Promise<boolean> {
    const cards = sql.repository(CardInfoRow);
    const { affected } = await cards.update({ card_iin }, { ...changed, last_updated: () => 'now()' });
    return affected === 1;
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
    const given = last.map((info) => cardInfoAfter(undefined, info));
    const rows = await sql.query<CardInfo>(upsertStatement, columns.arraysOf(given));
    return new Map(rows.map((row) => [row.card_iin, row]));
  }
}
