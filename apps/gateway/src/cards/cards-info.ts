import { refuse } from '@payorch/contracts';
import { RefusalError } from '../errors/errors';
import { changeWithResponse, type ViewedChange } from '../idempotency/change-with-response';
import type { CardInfoRepository } from './persistence/card-info.repository';
import { orUnavailable, type Database } from '../persistence/database';
import { cardInfoAfter, cardInfoView, isIin, type CardInfo, type CardInfoRequest } from './domain/card-info';
import type { ReadRow } from './domain/card-info-csv';
import type { CardFacts } from './card-facts';
import { readUpload, type Upload, type UploadLimits } from './card-upload';

const tooLarge = 'the file is larger than allowed; its rows up to there are stored';

const nothingShown = {
  card_issuer: null,
  card_network: null,
  card_type: null,
  card_sub_type: null,
  card_issuing_country: null,
};

const checked = (sent: CardInfoRequest): CardInfoRequest => {
  if (!isIin(sent.card_iin)) throw new RefusalError(refuse('card_iin_length'));
  return sent;
};

/** The facts of cards by the first digits of their numbers: the operator loads them, every card payment reads them. */
export class CardsInfo {
  constructor(
    private readonly database: Database,
    private readonly rows: CardInfoRepository,
    private readonly facts: Pick<CardFacts, 'forget' | 'forgetAll'>,
    private readonly limits: UploadLimits,
  ) {}

  async create(sent: CardInfoRequest, trace: ViewedChange<CardInfo>): Promise<CardInfo> {
    const info = cardInfoAfter(undefined, checked(sent));
    const made = await this.write(info, trace, (sql) => this.rows.insert(sql, info));
    if (made) return info;
    throw new RefusalError(
      refuse('already_exists', { message: 'CardInfo with given key already exists in our records' }),
    );
  }

  async update(sent: CardInfoRequest, trace: ViewedChange<CardInfo>): Promise<CardInfo> {
    checked(sent);
    const stored = await orUnavailable(this.database.read([], (sql) => this.rows.find(sql, sent.card_iin)));
    const info = cardInfoAfter(stored, sent);
    const changed = stored && (await this.write(info, trace, (sql) => this.rows.update(sql, info)));
    if (changed) return info;
    throw new RefusalError(refuse('not_found', { message: 'Card info with given key does not exist in our records' }));
  }

  async retrieve(iin: string): Promise<CardInfo> {
    if (!isIin(iin)) throw new RefusalError(refuse('card_iin_length'));
    const info = await orUnavailable(this.database.read([], (sql) => this.rows.find(sql, iin)));
    if (!info) throw new RefusalError(refuse('card_iin_unknown'));
    return info;
  }

  /** Stores an upload batch by batch and returns the result of each row. A repeated upload changes nothing. */
  async upload(file: Upload): Promise<object[]> {
    const results: object[] = [];
    try {
      for await (const group of readUpload(file, this.limits)) {
        const infos = group.flatMap((row) => (row.kind === 'row' ? [row.info] : []));
        const stored = await orUnavailable(this.database.change([], (sql) => this.rows.upsert(sql, infos)));
        results.push(...group.map((row) => rowView(row, stored)));
      }
      if (file.truncated) throw new RefusalError(refuse('invalid_request', { message: tooLarge }));
    } finally {
      this.facts.forgetAll();
    }
    return results;
  }

  private async write(
    info: CardInfo,
    trace: ViewedChange<CardInfo>,
    work: (sql: Parameters<CardInfoRepository['insert']>[0]) => Promise<boolean>,
  ): Promise<boolean> {
    let isDone = false;
    await orUnavailable(
      changeWithResponse(this.database, [], trace, async (sql) => {
        isDone = await work(sql);
        if (!isDone) throw new Unchanged();
        return info;
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof Unchanged)) throw error;
    });
    this.facts.forget(info.card_iin);
    return isDone;
  }
}

/** Rolls back a transaction that changed nothing, so that no response is stored for it. */
class Unchanged extends Error {}

const rowView = (row: ReadRow, stored: ReadonlyMap<string, CardInfo>): object => {
  if (row.kind === 'row') {
    const info = stored.get(row.info.card_iin)!;
    return { line_number: row.line, ...cardInfoView(info), migration_status: 'Success', migration_error: null };
  }
  const { line, iin, error } = row;
  return { line_number: line, card_iin: iin, ...nothingShown, migration_status: 'Failed', migration_error: error };
};
