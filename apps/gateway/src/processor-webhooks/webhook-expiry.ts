import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { Database, ExpirySweep } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { ProcessorWebhookRepository } from './persistence/processor-webhook.repository';

/** Deletes webhooks that no processor repeats any more. */
@Injectable()
export class WebhookExpiry extends ExpirySweep {
  constructor(
    @Inject(Database) database: Pick<Database, 'change'>,
    @Inject(ProcessorWebhookRepository) webhooks: Pick<ProcessorWebhookRepository, 'deleteOld'>,
    @Inject(loggerToken) logger: Pick<Logger, 'warn'>,
    @Inject(configToken) {
      webhookRetentionMs: olderThanMs,
      retentionEveryMs: everyMs,
    }: Pick<GatewayConfig, 'webhookRetentionMs' | 'retentionEveryMs'>,
  ) {
    super((limit) => database.change('every', (sql) => webhooks.deleteOld(sql, { olderThanMs, limit })), {
      everyMs,
      logger,
      failure: 'the gateway could not delete old webhooks',
    });
  }
}
