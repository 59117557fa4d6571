export { checkChosenIds } from './chosen-ids';
export { checkMerchantUrls, isMerchantUrl } from './merchant-url';
export { checkNames, orNull, plainOrNull, sentOnly, sentOr, withKeys } from './request-fields';
