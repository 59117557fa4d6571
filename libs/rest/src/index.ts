export { cardNumberFault, withoutBlanks, type CardNumberFault } from './card-number';
export { checkDto, shapeOf, type Checked, type DtoShape, type Path, type Violation } from './check';
export { fieldFates, type FieldFates, type Refused } from './field-fates';
export * from './generated';
export { WireNumber, type JsonObject } from './json';
export * from './wording';
