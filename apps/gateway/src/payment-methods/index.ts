export { PaymentMethodUploads } from './migrations/payment-method-uploads';
export { PaymentMethodsModule } from './payment-methods.module';
