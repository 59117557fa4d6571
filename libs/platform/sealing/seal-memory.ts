import { LRUCache } from 'lru-cache';
import type { RowPlace } from './row-place';

interface Known {
  readonly text: string;
  readonly sealed: string;
}

const mostRows = 4_000;
const forgottenAfterMs = 10_000;

const nameOf = (column: string, { merchantId, objectId }: RowPlace): string => `${column} ${merchantId}/${objectId}`;

/**
 * The seals that this process made in the last seconds, with their texts: a payment is created, read and written again
 * within one second. Texts are gone after ten seconds: deleted data is not here for longer.
 */
export class SealMemory {
  private readonly rows = new LRUCache<string, Known>({ max: mostRows });
  private expiry: NodeJS.Timeout | undefined;

  remember(column: string, place: RowPlace, known: Known): void {
    this.rows.set(nameOf(column, place), known);
    this.expiry ??= setTimeout(() => this.clear(), forgottenAfterMs).unref();
  }

  /** The text of this very seal at this place. */
  textOf(column: string, place: RowPlace, sealed: string): string | undefined {
    const known = this.rows.get(nameOf(column, place));
    return known?.sealed === sealed ? known.text : undefined;
  }

  /** The seal of this very text at this place. */
  sealOf(column: string, place: RowPlace, text: string): string | undefined {
    const known = this.rows.get(nameOf(column, place));
    return known?.text === text ? known.sealed : undefined;
  }

  clear(): void {
    this.rows.clear();
    clearTimeout(this.expiry);
    this.expiry = undefined;
  }
}
