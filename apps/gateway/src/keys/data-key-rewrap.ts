import { isRefusal } from '@payorch/contracts';
import { type MerchantId, newId } from '@payorch/kernel';
import { newTraceparent } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { DataKeys } from '@payorch/platform/sealing';
import type { Logger, Metrics } from '@payorch/platform/telemetry';
import { type ChangeSettings, dataKeysMessage, firstDataKeys } from '../accounts';
import type { DataKeyCache, DataKeyRepository } from '../data-keys';
import { RefusalError } from '../errors';
import type { Database } from '../persistence';

export interface DataKeyRewrapParts {
  readonly database: Pick<Database, 'read'>;
  readonly settings: Pick<ChangeSettings, 'ofAny'>;
  readonly rows: DataKeyRepository;
  readonly keys: DataKeys;
  readonly cache: Pick<DataKeyCache, 'forget'>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'setSealsWaiting'>;
  /** The interval of the check for a new current master key. */
  readonly everyMs: number;
}

const merchantsPerBatch = 50;

/**
 * Wraps every data key again when MASTER_KEYS gets a new current key, and makes the data keys of merchants that are older
 * than data keys. Other services receive the wrapped keys like any setting. No stored value changes: its data key stays
 * the same. `seals_waiting` shows when the older master key can be removed.
 */
export class DataKeyRewrap extends PeriodicWorker {
  private doneFor: string | undefined;

  constructor(private readonly parts: DataKeyRewrapParts) {
    super({ everyMs: parts.everyMs, isDueAtStart: true });
  }

  /** Ends when every merchant has data keys under the current master key, or after an error. */
  async round(): Promise<void> {
    const { keys, logger, rows, database } = this.parts;
    const kid = keys.master.currentKid;
    if (this.doneFor === kid) return;
    try {
      let waiting = await this.report(kid);
      if (waiting > 0) logger.info({ kid, waiting }, 'the gateway wraps data keys under the current master key');
      while (waiting > 0 && !this.isStopping && keys.master.currentKid === kid) {
        const merchants = await database.read('every', (sql) => rows.merchantsToRewrap(sql, kid, merchantsPerBatch));
        for (const merchantId of merchants) await this.rewrap(merchantId);
        waiting = await this.report(kid);
      }
      if (waiting === 0) this.doneFor = kid;
    } catch (error) {
      logger.warn({ error, kid }, 'the gateway could not wrap data keys yet; it retries');
    }
  }

  private async report(kid: string): Promise<number> {
    const { database, rows, metrics } = this.parts;
    const waiting = await database.read('every', (sql) => rows.countToRewrap(sql, kid));
    metrics.setSealsWaiting('master', kid, waiting);
    return waiting;
  }

  private async rewrap(merchantId: MerchantId): Promise<void> {
    const { settings, rows, keys, cache } = this.parts;
    const trace = { correlationId: newId('rewrap'), traceparent: newTraceparent() };
    const done = await settings.ofAny<undefined>(merchantId, trace, async (sql, version) => {
      const stored = await rows.find(sql, merchantId);
      const wrapped = stored.map((key) => keys.rewrap(merchantId, key));
      for (const key of wrapped) await rows.replace(sql, merchantId, key);
      const made = stored.length > 0 ? [] : firstDataKeys(keys, merchantId);
      if (made.length > 0) await rows.insert(sql, merchantId, made);
      return { result: undefined, messages: [dataKeysMessage(merchantId, version, [...wrapped, ...made])] };
    });
    cache.forget(merchantId);
    if (isRefusal(done)) throw new RefusalError(done);
  }
}
