export { cardNumberFault, withoutBlanks, type CardNumberFault } from './card-number';
export { checkDto, shapeOf, type Checked, type DtoShape, type Path, type Violation } from './check';
export { fieldRules, type FieldRules, type Refused } from './field-rules';
export * from './generated';
export { WireNumber, type JsonObject } from './json';
export * from './wording';
