export { refuseMerchantsFields } from './domain/client-request';
export { shownMethodData } from './domain/fields/shown-method-data';
export { wholeAddress } from './domain/fields/to-payment-fields';
export { createdWithin } from './list/to-payment-filters';
export { guardCards } from './http/guard-cards';
export { PaymentReads } from './payment-reads';
export { Payments } from './payments';
export { PaymentsModule } from './payments.module';
