export { checkChosenIds, reservedIds } from './chosen-ids';
export { checkCustomerPlaces, customerIdIn, type CustomerPlaces } from './customer-places';
export { checkMetadata } from './metadata';
export { checkMerchantUrls, isMerchantUrl } from './merchant-url';
export { isPublicHostName } from './public-host-name';
export { checkNames, orNull, plainOrNull, sentOnly, sentOr, withKeys } from './request-fields';
