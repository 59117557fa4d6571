export { PaymentMethodListModule } from './payment-method-list.module';
