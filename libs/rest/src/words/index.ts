export { wordsOfField } from './fields';
export { operationWords, type OperationText } from './operations';
export { schemaWords } from './schemas';
