import { Inject, Injectable } from '@nestjs/common';
import { type MerchantId, referenceIdPattern } from '@payorch/kernel';
import type { DataKeySource, WrappedDataKey } from '@payorch/platform/sealing';
import { LRUCache } from 'lru-cache';
import { Database } from '../persistence';
import { DataKeyRepository } from './persistence/data-key.repository';

/** The longest time until this gateway seals with a key that another gateway made. Every older key still opens. */
const maxAgeMs = 60_000;
/** Keys that were not read for this long are read before they seal: the current one may have been replaced and deleted since. */
const mostStaleMs = 300_000;
const maxMerchants = 20_000;

interface Known {
  readonly keys: readonly WrappedDataKey[];
  readonly readAt: number;
}

/** The data keys of the merchants that this gateway serves, in memory. `load` comes before every seal. */
@Injectable()
export class DataKeyCache implements DataKeySource {
  private readonly known = new LRUCache<string, Known>({ max: maxMerchants });
  private readonly loading = new Map<string, Promise<void>>();

  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'read'>,
    @Inject(DataKeyRepository) private readonly keys: Pick<DataKeyRepository, 'find'>,
  ) {}

  dataKeysOf(merchantId: string): readonly WrappedDataKey[] | undefined {
    return this.known.get(merchantId)?.keys;
  }

  /** Resolves when the merchant's keys are in memory, or when the merchant has none. */
  readonly load = async (merchantId: string): Promise<void> => {
    const known = this.known.get(merchantId);
    const ageMs = known ? performance.now() - known.readAt : Infinity;
    if (ageMs > mostStaleMs) return this.read(merchantId);
    // The keys in memory open and seal: nothing waits for newer ones.
    if (ageMs > maxAgeMs) void this.read(merchantId).catch(() => undefined);
  };

  /** Reads the keys of these merchants that are not in memory, or whose current version, 1 by default, is newer. */
  readonly loadVersions = async (
    merchants: readonly string[],
    versions: ReadonlyMap<string, number>,
  ): Promise<void> => {
    const isBehind = (merchantId: string): boolean =>
      !this.dataKeysOf(merchantId)?.some(({ version }) => version >= (versions.get(merchantId) ?? 1));
    await Promise.all(merchants.filter(isBehind).map((merchantId) => this.read(merchantId)));
  };

  forget(merchantId: string): void {
    this.known.delete(merchantId);
  }

  private read(merchantId: string): Promise<void> {
    const running = this.loading.get(merchantId);
    if (running) return running;
    const reading = this.readNow(merchantId).finally(() => this.loading.delete(merchantId));
    this.loading.set(merchantId, reading);
    return reading;
  }

  private async readNow(merchantId: string): Promise<void> {
    if (!referenceIdPattern.test(merchantId)) return;
    const keys = await this.database.read([merchantId], (sql) => this.keys.find(sql, merchantId as MerchantId));
    if (keys.length === 0) return;
    this.known.set(merchantId, { keys, readAt: performance.now() });
  }
}
