import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import { referenceIdPattern } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { Database, orUnavailable } from '../persistence';
import { newIdFor } from '../request';
import { CardFacts } from './card-facts';
import { type CardIssuer, issuerName } from './domain/card-issuer';
import { CardIssuerRepository } from './persistence/card-issuer.repository';

const exists = refuse('already_exists', { message: 'A card issuer with this name already exists' });
const notFound = (id: string): Refusal => refuse('not_found', { message: `Card issuer with id ${id} not found` });

/** The banks that issue cards: the operator names them, and profiles block their cards. */
@Injectable()
export class CardIssuers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CardIssuerRepository) private readonly issuers: CardIssuerRepository,
    @Inject(CardFacts) private readonly facts: Pick<CardFacts, 'forgetAll'>,
  ) {}

  async create(sent: string, trace: ViewedChange<CardIssuer>): Promise<CardIssuer | Refusal> {
    const name = issuerName(sent);
    if (isRefusal(name)) return name;
    const issuer = { id: newIdFor('card_issuer', trace), name };
    return this.change(trace, async (sql) => ((await this.issuers.insert(sql, issuer)) ? issuer : exists));
  }

  async update(id: string, sent: string, trace: ViewedChange<CardIssuer>): Promise<CardIssuer | Refusal> {
    if (!referenceIdPattern.test(id)) return notFound(id);
    const name = issuerName(sent);
    if (isRefusal(name)) return name;
    const issuer = { id, name };
    return this.change(trace, async (sql) => {
      if (!(await this.issuers.find(sql, id))) return notFound(id);
      const named = await this.issuers.findByName(sql, name);
      if (named && named.id !== id) return exists;
      await this.issuers.update(sql, issuer);
      return issuer;
    });
  }

  /** Its cards are those of no issuer from then on. */
  async delete(id: string, trace: ViewedChange<string>): Promise<string | Refusal> {
    if (!referenceIdPattern.test(id)) return notFound(id);
    return this.change(trace, async (sql) => ((await this.issuers.delete(sql, id)) ? id : notFound(id)));
  }

  list(text: string, limit: number): Promise<CardIssuer[]> {
    return orUnavailable(this.database.read([], (sql) => this.issuers.list(sql, text, limit)));
  }

  /** Those of the ids that no issuer has. */
  async unknownAmong(ids: readonly string[]): Promise<readonly string[]> {
    const possible = ids.filter((id) => referenceIdPattern.test(id));
    const known =
      possible.length === 0
        ? []
        : await orUnavailable(this.database.read([], (sql) => this.issuers.among(sql, possible)));
    return ids.filter((id) => !known.includes(id));
  }

  private async change<T>(trace: ViewedChange<T>, work: (sql: Sql) => Promise<T | Refusal>): Promise<T | Refusal> {
    try {
      return await orUnavailable(
        changeWithResponse(this.database, [], trace, async (sql) => {
          await this.issuers.lockNames(sql);
          return work(sql);
        }),
      );
    } finally {
      this.facts.forgetAll();
    }
  }
}
