export { shownMethodData } from './domain/fields/shown-method-data';
export { wholeAddress } from './domain/fields/to-payment-fields';
export { refuseInlineCredentials } from './domain/check-payment-request';
export { guardCards } from './http/guard-cards';
export { PaymentsModule } from './payments.module';
