export { WebhookEndpointsModule } from './webhook-endpoints.module';
