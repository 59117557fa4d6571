import { Inject, Injectable } from '@nestjs/common';
import { type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { DataKeys, lookupVersion } from '@payorch/platform/sealing';
import { ChangeSettings, dataKeysMessage } from '../accounts';
import { DataKeyCache, DataKeyRepository } from '../data-keys';
import { FileRepository } from '../files';
import { IdempotencyKeyRepository, type ViewedChange } from '../idempotency';
import { ProcessorWebhookRepository } from '../processor-webhooks';

const cannotDelete = (message: string): Refusal => refuse('precondition_failed', { message });

/**
 * Makes and deletes data keys for the operator, those of deleted merchant accounts too: their payments are still stored.
 * Every service receives the change like any setting.
 */
@Injectable()
export class DataKeyChanges {
  constructor(
    @Inject(ChangeSettings) private readonly settings: Pick<ChangeSettings, 'ofAny'>,
    @Inject(DataKeyRepository) private readonly rows: DataKeyRepository,
    @Inject(ProcessorWebhookRepository) private readonly webhooks: Pick<
      ProcessorWebhookRepository,
      'hasOpenSealedWith'
    >,
    @Inject(IdempotencyKeyRepository) private readonly responses: Pick<IdempotencyKeyRepository, 'hasSealedWith'>,
    @Inject(FileRepository) private readonly files: Pick<FileRepository, 'hasSealedWith'>,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(DataKeyCache) private readonly cache: Pick<DataKeyCache, 'forget'>,
  ) {}

  /** Returns the version of the new key, which seals from now on. The walks of the services reseal the older rows. */
  create(merchantId: MerchantId, trace: ViewedChange<number>): Promise<number | Refusal> {
    const { settings, rows, keys } = this;
    return this.forgetting(
      merchantId,
      settings.ofAny<number>(merchantId, trace, async (sql, accountVersion) => {
        const stored = await rows.find(sql, merchantId);
        const newest = Math.max(lookupVersion, ...stored.map(({ version }) => version));
        // A merchant that is older than data keys has none until the gateway has made them: it gets all of them here.
        const firstNew = stored.length === 0 ? lookupVersion : newest + 1;
        const version = newest + 1;
        const made = [...new Set([firstNew, version])].map((at) => keys.create(merchantId, at));
        await rows.insert(sql, merchantId, made);
        return { result: version, messages: [dataKeysMessage(merchantId, accountVersion, [...stored, ...made])] };
      }),
    );
  }

  /**
   * Deletes an older key: what still names it never opens again. The gateway checks its own rows; the caller has checked
   * `seals_waiting` of the other services, and that no message names the key.
   */
  delete(merchantId: MerchantId, version: number, trace: ViewedChange<number>): Promise<number | Refusal> {
    const { settings, rows, webhooks, responses, files } = this;
    return this.forgetting(
      merchantId,
      settings.ofAny<number>(merchantId, trace, async (sql, accountVersion) => {
        const stored = await rows.find(sql, merchantId);
        if (!stored.some((key) => key.version === version)) return refuse('data_key_not_found');
        if (version === lookupVersion)
          return cannotDelete('Data key 0 makes the hashes of stored rows and never changes');
        if (version === stored.at(-1)?.version) return cannotDelete(`Data key ${version} is the current one`);
        if (await webhooks.hasOpenSealedWith(sql, merchantId, version))
          return cannotDelete(`Unapplied processor webhooks are sealed with data key ${version}`);
        if (await responses.hasSealedWith(sql, merchantId, version))
          return cannotDelete(`Stored responses are sealed with data key ${version}`);
        if (await files.hasSealedWith(sql, merchantId, version))
          return cannotDelete(`Keys of files are sealed with data key ${version}`);
        await rows.delete(sql, merchantId, version);
        const left = stored.filter((key) => key.version !== version);
        return { result: version, messages: [dataKeysMessage(merchantId, accountVersion, left)] };
      }),
    );
  }

  private async forgetting<T>(merchantId: MerchantId, change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      // Also if the commit's outcome is unknown: the next read shows it.
      this.cache.forget(merchantId);
    }
  }
}
