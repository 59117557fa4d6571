import { randomUUID } from 'node:crypto';
import { countOpenIncidents } from '@payorch/platform/incidents';
import type { AccountSettings } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { inTransaction, reading } from '@payorch/platform/postgres';
import { type Logger, metrics } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import type { ProfileEndpoint } from '../domain/delivery';
import { disabledEndpoints, forgetDeleted, matchIncidents } from './incident-rows';

/** Whether the settings have the endpoint: the profile's own address, or a further one. */
export const isConfiguredIn =
  (settings: Pick<AccountSettings, 'profile'>) =>
  ({ merchantId, profileId, endpointId }: ProfileEndpoint): boolean => {
    const profile = settings.profile(merchantId, profileId);
    if (endpointId === profileId) return Boolean(profile?.webhook);
    return profile?.webhookEndpoints?.some((one) => one.endpointId === endpointId) ?? false;
  };

export interface EndpointIncidentsOptions {
  readonly everyMs: number;
  readonly settings: Pick<AccountSettings, 'profile'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Keeps the incidents true to the endpoints that exist, and counts the open ones for the metrics. */
export class EndpointIncidents extends PeriodicWorker {
  constructor(
    private readonly dataSource: DataSource,
    private readonly options: EndpointIncidentsOptions,
  ) {
    super({ everyMs: options.everyMs, isDueAtStart: true });
  }

  async round(): Promise<void> {
    const { settings, logger } = this.options;
    const { dataSource } = this;
    const requestId = randomUUID();
    const isConfigured = isConfiguredIn(settings);
    try {
      const disabled = await reading(dataSource, 'every', disabledEndpoints);
      for (const endpoint of disabled.filter((one) => !isConfigured(one)))
        await inTransaction(dataSource, { merchants: [endpoint.merchantId] }, (sql) =>
          forgetDeleted(sql, endpoint, requestId),
        );
      await inTransaction(dataSource, { merchants: 'every' }, async (sql) => {
        await matchIncidents(sql, requestId);
        metrics.setIncidents(await countOpenIncidents(sql));
      });
    } catch (error) {
      logger.warn({ error }, 'incidents of webhook endpoints could not be compared; the next round retries');
    }
  }
}
