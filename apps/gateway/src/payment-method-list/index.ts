export { bankNamesView } from './domain/bank-names';
export type { EligibleType } from './domain/eligible-types';
export type { ListedAccount, ListedProfile } from './domain/listing-settings';
export { connectorsOf, experiencesView, groupBy, networksView, sameTypes } from './domain/methods.view';
export { type Checkout, PaymentMethodLists } from './payment-method-lists';
export { PaymentMethodListModule } from './payment-method-list.module';
export { ListingSettingsCache } from './settings-cache';
