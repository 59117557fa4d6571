export { WebhookTestsModule } from './webhook-tests.module';
