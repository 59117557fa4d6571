export { bodyLimitBytes, readBodies, tooLarge } from './body-reader';
export { validPart } from './body';
export { BodyBeforeKeyGuard, OptionalBody } from './body.guard';
export { JsonDocument } from './json';
export { WireValidationPipe } from './validation.pipe';
