import { Inject, Injectable } from '@nestjs/common';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { configToken, loggerToken } from '../tokens';
import { ProcessorWebhooks } from './processor-webhooks';

const atOnce = 20;

/** Retries webhooks until each has a verdict. */
@Injectable()
export class WebhookSweep extends PeriodicWorker {
  constructor(
    @Inject(ProcessorWebhooks) private readonly webhooks: Pick<ProcessorWebhooks, 'applyPending'>,
    @Inject(loggerToken) private readonly logger: Logger,
    @Inject(configToken) config: Pick<GatewayConfig, 'webhookSweepEveryMs'>,
  ) {
    super({ everyMs: config.webhookSweepEveryMs });
  }

  async round(): Promise<void> {
    try {
      while (!this.isStopping && (await this.webhooks.applyPending(atOnce)) === atOnce);
    } catch (error) {
      this.logger.warn({ error }, 'the gateway could not apply open webhooks; it retries');
    }
  }
}
