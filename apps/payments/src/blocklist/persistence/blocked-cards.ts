import type { BlocklistItem, SealedCard } from '@payorch/contracts';
import { blocklistKey } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { InvariantError } from '@payorch/kernel';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import type { BlocklistRow } from './blocklist.rows';

/** A card and the merchant whose blocklist applies to it. */
export interface GuardedCard {
  readonly merchantId: MerchantId;
  readonly card: Pick<SealedCard, 'bin' | 'extendedBin' | 'fingerprint'>;
}

/** The entries that block this card. A short number has no public first eight digits, and none of six. */
const itemsOf = ({ bin, extendedBin, fingerprint }: GuardedCard['card']): BlocklistItem[] => [
  { dataKind: 'payment_method', data: fingerprint },
  { dataKind: 'card_bin', data: bin },
  ...(extendedBin === null ? [] : [{ dataKind: 'extended_card_bin' as const, data: extendedBin }]),
];

const keysOf = ({ merchantId, card }: GuardedCard): string[] =>
  itemsOf(card).map((item) => blocklistKey({ merchantId, ...item }));

/** The blocklists of a batch, as far as its cards are concerned. */
export class BlockedCards {
  private readonly read: ReadonlySet<string>;

  /** `merchants`: those whose blocklists apply. `cards`: theirs that were looked up. `blocked`: keys of entries. */
  constructor(
    private readonly merchants: ReadonlySet<MerchantId> = new Set(),
    cards: readonly GuardedCard[] = [],
    private readonly blocked: ReadonlySet<string> = new Set(),
  ) {
    this.read = new Set(cards.flatMap(keysOf));
  }

  /** @throws InvariantError for a card that was not looked up: it must not pass as one that is not blocked. */
  has(guarded: GuardedCard): boolean {
    if (!this.merchants.has(guarded.merchantId)) return false;
    const keys = keysOf(guarded);
    if (!keys.every((key) => this.read.has(key))) throw new InvariantError('a card was not looked up in the blocklist');
    return keys.some((key) => this.blocked.has(key));
  }
}

/** One query for all cards of a batch. */
export async function findBlockedCards(
  sql: Sql,
  merchants: ReadonlySet<MerchantId>,
  cards: readonly GuardedCard[],
): Promise<BlockedCards> {
  const named = cards.flatMap(({ merchantId, card }) => itemsOf(card).map((item) => ({ merchantId, ...item })));
  // By primary key: with a condition on removed_at the plan would read the whole index of the entries that apply.
  const rows = await sql.query<Pick<StoredRow<BlocklistRow>, 'merchant_id' | 'data_kind' | 'data' | 'removed_at'>>(
    `SELECT merchant_id, data_kind, data, removed_at FROM blocklist
     WHERE (merchant_id, data_kind, data) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
    [named.map(({ merchantId }) => merchantId), named.map(({ dataKind }) => dataKind), named.map(({ data }) => data)],
  );
  const keys = rows
    .filter(({ removed_at }) => removed_at === null)
    .map(({ merchant_id, data_kind: dataKind, data }) =>
      blocklistKey({ merchantId: merchant_id as MerchantId, dataKind, data }),
    );
  return new BlockedCards(merchants, cards, new Set(keys));
}
