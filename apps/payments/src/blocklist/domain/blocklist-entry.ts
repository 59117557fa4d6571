import type { BlocklistDataKind } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';

/** What a merchant blocks. A removed entry keeps its row, so that a repeated command gets the same reply. */
export interface BlocklistEntry {
  readonly merchantId: MerchantId;
  readonly dataKind: BlocklistDataKind;
  /** The first six or eight digits of card numbers, or the fingerprint of one. */
  readonly data: string;
  /** 1 after the creation; every stored change raises it by one. */
  readonly version: number;
  readonly createdAt: Date;
  /** Null while the entry applies. */
  readonly removedAt: Date | null;
}

export const applies = (entry: BlocklistEntry | undefined): entry is BlocklistEntry & { readonly removedAt: null } =>
  entry !== undefined && entry.removedAt === null;
