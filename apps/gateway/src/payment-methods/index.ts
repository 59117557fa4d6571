export { PaymentMethodLists } from './payment-method-lists';
export { PaymentMethodUploads } from './migrate/payment-method-uploads';
export { PaymentMethodsModule } from './payment-methods.module';
export { PaymentMethodLists as SavedPaymentMethodLists } from './payment-method-lists';
