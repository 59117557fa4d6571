export { WebhookRegistrationsModule } from './webhook-registrations.module';
