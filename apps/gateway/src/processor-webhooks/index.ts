export { addWebhookRoutes } from './http/webhook-routes';
export { ProcessorWebhookRepository } from './persistence/processor-webhook.repository';
export { ProcessorWebhookRow } from './persistence/processor-webhook.rows';
export { ProcessorWebhooksModule } from './processor-webhooks.module';
export { ProcessorWebhooks } from './processor-webhooks';
