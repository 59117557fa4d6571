import { isRefusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import { newTraceparent } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Sql } from '@payorch/platform/postgres';
import type { SettingsBox } from '@payorch/platform/sealing';
import type { Logger, Metrics } from '@payorch/platform/telemetry';
import {
  type ChangeSettings,
  type MerchantAccountRepository,
  merchantMessage,
  profileMessage,
  type ProfileRepository,
  sealProfileSecrets,
  webhookSecretsPlace,
} from '../accounts';
import { RefusalError } from '../errors';
import { responsePlace } from '../idempotency';
import type { Database } from '../persistence';
import type { SettingsSealsRepository } from './persistence/settings-seals.repository';

export interface SettingsRewrapParts {
  readonly database: Pick<Database, 'change' | 'read'>;
  readonly settings: Pick<ChangeSettings, 'of'>;
  readonly accounts: MerchantAccountRepository;
  readonly profiles: ProfileRepository;
  readonly seals: SettingsSealsRepository;
  readonly box: SettingsBox;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'setSealsWaiting'>;
  /** The interval of the check for a new current key. */
  readonly everyMs: number;
}

const merchantsPerBatch = 20;
const responsesPerBatch = 200;

/**
 * Reseals all of the gateway's values when SETTINGS_KEYS gets a new current key: merchant by merchant, under the
 * merchant's lock, so that the other services receive the new seals like any change. Meanwhile every key of the list
 * still opens. `seals_waiting` shows when the older key can be removed.
 */
export class SettingsRewrap extends PeriodicWorker {
  private doneFor: string | undefined;

  constructor(private readonly parts: SettingsRewrapParts) {
    super({ everyMs: parts.everyMs, isDueAtStart: true });
  }

  /** Ends when no value is left for the current key, or after an error. */
  async round(): Promise<void> {
    const { box, logger } = this.parts;
    const kid = box.currentKid;
    if (this.doneFor === kid) return;
    try {
      let waiting = await this.report(kid);
      if (waiting > 0) logger.info({ kid, waiting }, 'the gateway reseals settings under the current key');
      while (waiting > 0 && !this.isStopping && box.currentKid === kid) {
        await this.rewrapMerchants(kid);
        await this.rewrapResponses(kid);
        waiting = await this.report(kid);
      }
      if (waiting === 0) this.doneFor = kid;
    } catch (error) {
      logger.warn({ error, kid }, 'the gateway could not reseal settings yet; it retries');
    }
  }

  private async report(kid: string): Promise<number> {
    const { database, seals, metrics } = this.parts;
    const waiting = await database.read('every', (sql) => seals.countUnderOtherKeys(sql, kid));
    metrics.setSealsWaiting('settings', kid, waiting);
    return waiting;
  }

  private async rewrapMerchants(kid: string): Promise<void> {
    const { database, seals } = this.parts;
    const merchants = await database.read('every', (sql) => seals.merchantsUnderOtherKeys(sql, kid, merchantsPerBatch));
    for (const merchantId of merchants) await this.rewrapMerchant(merchantId);
  }

  /** Both repositories seal under the current key. */
  private async rewrapMerchant(merchantId: MerchantId): Promise<void> {
    const { settings, accounts, profiles, box } = this.parts;
    const trace = { correlationId: newId('rewrap'), traceparent: newTraceparent() };
    const done = await settings.of<undefined>(merchantId, trace, async (sql, account) => {
      await accounts.update(sql, account);
      const messages = [merchantMessage(account)];
      for (const profile of await profiles.list(sql, merchantId)) {
        const sealed = sealProfileSecrets(profile, box);
        await profiles.update(sql, profile, sealed);
        messages.push(profileMessage(profile, sealed, account.accountVersion));
      }
      await this.rewrapWebhookSecrets(sql, merchantId);
      return { result: undefined, messages };
    });
    // The merchant was closed meanwhile: the next pass does not find it.
    if (isRefusal(done)) throw new RefusalError(done);
  }

  /** The gateway's own copies, which no message carries; the workers' seals use another key. */
  private async rewrapWebhookSecrets(sql: Sql, merchantId: MerchantId): Promise<void> {
    const { seals, box } = this.parts;
    for (const seal of await seals.webhookSecretsOf(sql, merchantId)) {
      const place = webhookSecretsPlace(seal);
      await seals.replaceWebhookSecrets(sql, { ...seal, seal: box.seal(box.open(seal.seal, place), place) });
    }
  }

  private rewrapResponses(kid: string): Promise<void> {
    const { database, seals, box } = this.parts;
    return database.change('every', async (sql) => {
      for (const response of await seals.responsesUnderOtherKeys(sql, kid, responsesPerBatch)) {
        const place = responsePlace(response);
        await seals.replaceResponse(sql, {
          ...response,
          sealedResponse: box.seal(box.open(response.sealedResponse, place), place),
        });
      }
    });
  }
}
