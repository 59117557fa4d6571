export { bodyLimitBytes, readBodies, tooLarge } from './body-reader';
export { BodyBeforeKeyGuard, OptionalBody } from './body.guard';
export { JsonDocument } from './json';
export { WireValidationPipe } from './validation.pipe';
