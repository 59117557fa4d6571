import { refuse, type Refusal } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { type Database, orUnavailable } from '../persistence';
import { type Upload, UploadFault } from '../uploads';
import type { CardFacts } from './card-facts';
import { readUpload, type UploadLimits } from './card-upload';
import { cardInfoAfter, cardInfoView, isIin, type CardInfo, type CardInfoRequest } from './domain/card-info';
import type { ReadRow } from './domain/card-info-csv';
import type { CardInfoRepository } from './persistence/card-info.repository';

const tooLarge = 'the file is larger than allowed; its rows up to there are stored';

const exists = refuse('already_exists', { message: 'CardInfo with given key already exists in our records' });
const notFound = refuse('not_found', { message: 'Card info with given key does not exist in our records' });
const unreadable = (message: string): Refusal => refuse('invalid_request', { message });

const nothingShown = {
  card_issuer: null,
  card_network: null,
  card_type: null,
  card_sub_type: null,
  card_issuing_country: null,
};

/** The facts of cards by the first digits of their numbers: the operator loads them, every card payment reads them. */
export class CardsInfo {
  constructor(
    private readonly database: Database,
    private readonly rows: CardInfoRepository,
    private readonly facts: Pick<CardFacts, 'forget' | 'forgetAll'>,
    private readonly limits: UploadLimits,
  ) {}

  async create(sent: CardInfoRequest, trace: ViewedChange<CardInfo>): Promise<CardInfo | Refusal> {
    if (!isIin(sent.card_iin)) return refuse('card_iin_length');
    const info = cardInfoAfter(undefined, sent);
    return this.write(info, trace, async (sql) => ((await this.rows.insert(sql, info)) ? info : exists));
  }

  async update(sent: CardInfoRequest, trace: ViewedChange<CardInfo>): Promise<CardInfo | Refusal> {
    if (!isIin(sent.card_iin)) return refuse('card_iin_length');
    const stored = await orUnavailable(this.database.read([], (sql) => this.rows.find(sql, sent.card_iin)));
    if (!stored) return notFound;
    const info = cardInfoAfter(stored, sent);
    return this.write(info, trace, async (sql) => ((await this.rows.update(sql, info)) ? info : notFound));
  }

  async retrieve(iin: string): Promise<CardInfo | Refusal> {
    if (!isIin(iin)) return refuse('card_iin_length');
    const info = await orUnavailable(this.database.read([], (sql) => this.rows.find(sql, iin)));
    return info ?? refuse('card_iin_unknown');
  }

  /** Stores an upload batch by batch and returns the result of each row. A repeated upload changes nothing. */
  async upload(file: Upload): Promise<object[] | Refusal> {
    const results: object[] = [];
    try {
      for await (const group of readUpload(file, this.limits)) {
        const infos = group.flatMap((row) => (row.kind === 'row' ? [row.info] : []));
        const stored = await orUnavailable(this.database.change([], (sql) => this.rows.upsert(sql, infos)));
        results.push(...group.map((row) => rowView(row, stored)));
      }
      return file.truncated ? unreadable(tooLarge) : results;
    } catch (error) {
      if (error instanceof UploadFault) return unreadable(error.message);
      throw error;
    } finally {
      this.facts.forgetAll();
    }
  }

  private async write(
    info: CardInfo,
    trace: ViewedChange<CardInfo>,
    work: (sql: Sql) => Promise<CardInfo | Refusal>,
  ): Promise<CardInfo | Refusal> {
    const written = await orUnavailable(changeWithResponse(this.database, [], trace, work));
    this.facts.forget(info.card_iin);
    return written;
  }
}

const rowView = (row: ReadRow, stored: ReadonlyMap<string, CardInfo>): object => {
  if (row.kind === 'row') {
    const info = stored.get(row.info.card_iin)!;
    return { line_number: row.line, ...cardInfoView(info), migration_status: 'Success', migration_error: null };
  }
  const { line, iin, error } = row;
  return { line_number: line, card_iin: iin, ...nothingShown, migration_status: 'Failed', migration_error: error };
};
