export { PaymentMethodLists } from './payment-method-lists';
export { PaymentMethodListModule } from './payment-method-list.module';
