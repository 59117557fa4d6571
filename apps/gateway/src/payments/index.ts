export { refuseInlineCredentials } from './domain/check-payment-request';
export { guardCards } from './http/guard-cards';
export { PaymentsModule } from './payments.module';
