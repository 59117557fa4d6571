export { checkLimit, connectorOptions, createdWithin, requestedValues, withoutPayouts } from './filter-values';
export { ForList } from './http/for-list';
export { OwnerLists } from './owner-lists';
export { type Page, pageOf } from './page';
export { timeBounds } from './time-bounds';
