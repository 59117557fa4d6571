export { checkLimit, connectorOptions, createdWithin, requestedValues, withoutPayouts } from './filter-values';
export { ForList } from './http/for-list';
export { OwnerLists } from './owner-lists';
